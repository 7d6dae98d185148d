"""trace_events.py - holds traces in the Trace Event Format against what viewers need

usage: trace_events.py FILE ...

Each must be one JSON document. The events of a thread, in the order of their times, must begin and end spans (B and E)
as a stack does, or a viewer draws them wrong: viewers look for the name where several end in the same microsecond. Every
thread that has events must have a name.
"""
import json
import sys


def wrong_nesting(events):
    """An end that is not that of the span begun last, or a span without an end."""
    begun, due = [], None
    for e in sorted(events, key=lambda e: e["ts"]):
        if due is not None and e["ts"] > due and begun_late(begun):
            return f'{begun[-1]["name"]} goes on at {due}, where what it is inside of ends'
        if e["ph"] == "B":
            begun.append(dict(e, late=False))
            continue
        at = next((i for i in reversed(range(len(begun))) if begun[i]["name"] == e["name"]), None)
        if at is None:
            return f'{e["name"]} at {e["ts"]} ends what is not open'
        del begun[at]
        for inner in begun[at:]:
            inner["late"] = True
        due = e["ts"]
    return f"{begun[-1]} does not end" if begun else None


def begun_late(begun):
    return any(e["late"] for e in begun)


def wrong_with(data):
    events = json.loads(data)["traceEvents"]
    named, threads = set(), {}
    for e in events:
        where = (e["pid"], e["tid"])
        if e["ph"] == "M":
            if e["name"] == "thread_name":
                named.add(where)
            continue
        if e["ph"] not in "BEi" or not isinstance(e["ts"], int) or not e["name"]:
            return f"odd event {e}"
        threads.setdefault(where, []).append(e)
    if set(threads) - named:
        return f"threads without a name: {sorted(set(threads) - named)}"
    for where, all_of_it in threads.items():
        wrong = wrong_nesting([e for e in all_of_it if e["ph"] in "BE"])
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
