"""csv_lines.py - holds a table of --to=csv against the same records of --to=json

usage: csv_lines.py CSV JSON [CSV JSON ...]

Every value of the table is at a place in the JSON record, told here; a value
that is null or absent there is empty in the table.
"""
import csv
import json
import sys

# column: key in a header, where it differs
HEADERS = {
    "standard": {
        "resource_manager": None, "release": None, "ace": None, "db2_time": "time",
        "ifcid_seq": None, "location": None, "network_id": None, "lu_name": None,
        "luw_instance": None, "commit_count": None, "long_location": None,
    },
    "correlation": {
        "auth_id": None, "correlation_id": None, "connection": None, "plan": None,
        "original_id": None, "connection_type": None, "end_user": None, "transaction": None,
        "workstation": None, "long_auth_id": None, "long_original_id": None,
    },
    "distributed": {"requester": None, "server": None, "product": None},
    "data_sharing": {"member": None, "group": None},
}


def row_of(record):
    keys = "time ssid seq ifcid title length segments job eid ascb".split()
    row = {key: record.get(key) for key in keys}
    for header, columns in HEADERS.items():
        fields = record["headers"].get(header, {})
        for column, key in columns.items():
            row[column] = fields.get(key or column)
    row["notes"] = "; ".join(record["notes"])
    return {column: "" if value is None else str(value) for column, value in row.items()}


def compare(csv_name, json_name):
    """Numbers of lines that agree and that do not."""
    with open(csv_name, encoding="utf-8", newline="") as f:
        text = f.read()
    with open(json_name, encoding="utf-8", newline="\n") as f:
        records = [json.loads(line) for line in f]
    if text.count("\r\n") != text.count("\n") or not text.endswith("\r\n"):
        print(f"csv: {csv_name}: lines do not end in CR and LF")
        return 0, 1
    table = list(csv.DictReader(text.splitlines(keepends=True), strict=True))
    if len(table) != len(records):
        print(f"csv: {csv_name}: {len(table)} lines for {len(records)} records")
        return 0, 1
    good = bad = 0
    for number, (row, record) in enumerate(zip(table, records), 1):
        want = row_of(record)
        if row == want and list(row) == list(want):
            good += 1
            continue
        bad += 1
        print(f"csv: {csv_name}: record {number}: columns differ from JSON:",
              sorted(set(row.items()) ^ set(want.items()), key=str)[:6])
    return good, bad


def main(names):
    passed = failed = 0
    for csv_name, json_name in zip(names[::2], names[1::2]):
        good, bad = compare(csv_name, json_name)
        passed, failed = passed + good, failed + bad
    print(f"csv: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


sys.exit(main(sys.argv[1:]))
