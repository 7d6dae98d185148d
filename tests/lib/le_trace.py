"""le_trace.py - holds traces in the Trace Event Format against what viewers need

usage: le_trace.py FILE ...

Each must be one JSON document. Complete events (X) of a thread must lie inside each other or apart, or a viewer draws
them wrong; every thread that has events must have a name.
"""
import json
import sys


def wrong_nesting(events):
    """Two events of one thread that overlap without one being inside the other."""
    open_ends = []
    for e in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
        while open_ends and open_ends[-1] <= e["ts"]:
            open_ends.pop()
        if open_ends and e["ts"] + e["dur"] > open_ends[-1]:
            return f'{e["name"]} at {e["ts"]} ends behind what it is inside of'
        open_ends.append(e["ts"] + e["dur"])
    return None


def wrong_with(data):
    events = json.loads(data)["traceEvents"]
    named, threads = set(), {}
    for e in events:
        where = (e["pid"], e["tid"])
        if e["ph"] == "M":
            if e["name"] == "thread_name":
                named.add(where)
            continue
        if e["ph"] not in "Xi" or not isinstance(e["ts"], int) or not e["name"]:
            return f"odd event {e}"
        threads.setdefault(where, []).append(e)
    if set(threads) - named:
        return f"threads without a name: {sorted(set(threads) - named)}"
    for where, all_of_it in threads.items():
        wrong = wrong_nesting([e for e in all_of_it if e["ph"] == "X"])
        if wrong:
            return f"thread {where}: {wrong}"
    return None


def main(names):
    for name in names:
        with open(name, encoding="utf-8") as f:
            wrong = wrong_with(f.read())
        if wrong:
            print(f"{name}: {wrong}")
            return 1
    return 0


sys.exit(main(sys.argv[1:]))
