"""le_csv.py - compares letrace's CSV with its JSON: the same columns, the same values

usage: le_csv.py CSV JSON
"""
import csv
import json
import sys


def text(value):
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def main(table, lines):
    with open(table, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, strict=True))
    with open(lines, encoding="utf-8") as f:
        objects = [json.loads(line) for line in f]
    if len(rows) != len(objects):
        print(f"{len(rows)} rows, {len(objects)} objects")
        return 1
    for number, (row, one) in enumerate(zip(rows, objects), 1):
        want = {key: text(value) for key, value in one.items()}
        got = {key: value for key, value in row.items() if value != ""}
        if got != {key: value for key, value in want.items() if value != ""}:
            print(f"line {number}: {got} is not {want}")
            return 1
    return 0


sys.exit(main(*sys.argv[1:]))
