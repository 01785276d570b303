# SPDX-License-Identifier: Apache-2.0

"""Payloads in JSON."""

import json

from python_udfs.corpus.cases import case

EVENT = '{"user": {"id": 7, "name": "Jo"}, "items": [{"sku": "a", "qty": 2}, {"sku": "b"}]}'


@case("string", returns="bigint", rows=[EVENT, "{}", "[]", "x", '{"user": null}'])
def user_id(payload):
    try:
        return json.loads(payload)["user"]["id"]
    except (ValueError, KeyError, TypeError):
        return None


@case("string", returns="array<string>", rows=[EVENT, '{"items": "abc"}', "[1]"])
def skus(payload):
    data = json.loads(payload)
    return [str(item.get("sku")) for item in data.get("items", [])]


@case("string", returns="int", rows=[EVENT, '{"items": []}', '{"items": [{"qty": "3"}]}'])
def total_quantity(payload):
    try:
        items = json.loads(payload).get("items") or []
        n = sum(int(i.get("qty", 1)) for i in items)
    except Exception:
        return -1
    return n if n < 10000 else 10000


@case("string", "string", rows=[(EVENT, "user.name"), (EVENT, "items.0.sku"), (EVENT, "x")])
def dig(payload, path):
    try:
        value = json.loads(payload)
    except ValueError:
        return None
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    if value is None or isinstance(value, (dict, list)):
        return json.dumps(value)
    return str(value)


@case("string", "bigint", "boolean", rows=[('a"b\n', 1, True), ("é\u2028", -5, None)])
def to_json(name, n, flag):
    return json.dumps({"name": name, "n": n, "flag": flag, "tags": [name, 1.5, None]})


@case("string", rows=[EVENT, '{"b":1,"a":[1,2,{"z":0,"y":1.0}]}', "nope"])
def canonical_json(text):
    try:
        value = json.loads(text)
    except json.JSONDecodeError as e:
        return f"error at {e.pos}: {e.msg}"
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


@case("string", returns="map<string,int>", rows=['["a", "b", "a"]', '{"x": 1}', "3"])
def count_tags(text):
    counts = {}
    for tag in json.loads(text):
        if isinstance(tag, str):
            counts[tag] = counts.get(tag, 0) + 1
    return counts


@case("string", rows=['{"a": 1}', "[]", '"x"', "1.0", "true", "null", "{", "NaN"])
def json_kind(text):
    try:
        v = json.loads(text)
    except ValueError:
        return "invalid"
    if v is None:
        return "null"
    if isinstance(v, bool):
        return "boolean"
    if isinstance(v, (int, float)):
        return "number"
    return {dict: "object", list: "array"}.get(type(v), "string")


@case("array<string>", rows=[(["a", None],), ([],)])
def json_array(items):
    return json.dumps(items)


@case("string", returns="array<string>", rows=['"a,b,c d e"', "[1]", "null", '""', "{"])
def json_words(text):
    value = json.loads(text)
    return value.split(",", maxsplit=1) + value.split(maxsplit=1)


@case("string", returns="string", rows=['"a-b"', '{"a": 1}', "1.5"])
def json_replaced(text):
    value = json.loads(text)
    return value.replace("-", "+") if isinstance(value, str) else value.replace(hour=1)


@case("string", returns="binary", rows=["a", "é", None])
def encoded(text):
    return text.encode(errors="ignore")
