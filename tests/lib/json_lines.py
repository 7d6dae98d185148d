"""json_lines.py - holds JSON lines against a JSON Schema

usage: json_lines.py SCHEMA FILE ...

Each line must be one object in UTF-8, without a key twice, without anything
that any reader may take for a line end, and as the schema says.
"""
import json
import sys

import jsonschema


def unique(pairs):
    keys = [key for key, _ in pairs]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise ValueError(f"key stands twice: {twice}")
    return dict(pairs)


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def wrong_with(line, validator):
    try:
        text = line.decode("utf-8")
        if len(text.splitlines()) != 1:
            return "more than one line to some readers"
        record = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except ValueError as e:
        return str(e)
    for error in validator.iter_errors(record):
        return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    return None


def main(schema_file, files):
    with open(schema_file, encoding="utf-8") as f:
        schema = json.load(f, object_pairs_hook=unique)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    passed = failed = 0
    for name in files:
        with open(name, "rb") as f:
            data = f.read()
        if data and not data.endswith(b"\n"):
            print(f"json: {name}: last line has no end")
            failed += 1
        for number, line in enumerate(data.split(b"\n")[:-1], 1):
            wrong = wrong_with(line, validator)
            if wrong:
                print(f"json: {name}: line {number}: {wrong}")
                failed += 1
            else:
                passed += 1
    print(f"json: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
