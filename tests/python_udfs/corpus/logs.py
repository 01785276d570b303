# SPDX-License-Identifier: Apache-2.0

"""Lines of logs."""

import re
from datetime import datetime

from python_udfs.corpus.cases import case

ACCESS = re.compile(
    r"^(?P<ip>\S+) \S+ (?P<user>\S+) \[(?P<time>[^\]]+)\] "
    r'"(?P<method>[A-Z]+) (?P<path>\S+)[^"]*" (?P<status>\d{3}) (?P<size>\d+|-)'
)
LEVELS = {"DEBUG": 10, "INFO": 20, "WARN": 30, "WARNING": 30, "ERROR": 40, "FATAL": 50}
KEY_VALUE = re.compile(r"(\w+)=(\"[^\"]*\"|\S+)")
LINE = '127.0.0.1 - bob [10/Oct/2023:13:55:36 +0000] "GET /a/b?x=1 HTTP/1.1" 200 2326'


@case(
    "string",
    returns="struct<ip:string,path:string,status:int,size:bigint>",
    rows=[LINE, LINE.replace("2326", "-"), "garbage", LINE.replace("GET", "get")],
)
def parse_access(line):
    m = ACCESS.match(line or "")
    if m is None:
        return None
    size = m.group("size")
    if len(size) > 15:
        return None
    return m["ip"], m["path"], int(m["status"]), 0 if size == "-" else int(size)


@case("string", rows=[LINE, "x"])
def access_day(line):
    start = line.find("[")
    end = line.find(":", start)
    if start < 0 or end < 0:
        return None
    try:
        d = datetime.strptime(line[start + 1 : end], "%d/%b/%Y")
    except ValueError as e:
        return "bad: " + str(e)
    return d.strftime("%Y-%m-%d")


@case("string", returns="int", rows=["2024 ERROR something", "[info] x", "warning: y", ""])
def severity(line):
    upper = line.upper()
    for name, level in LEVELS.items():
        if name in upper:
            return level
    return 0


@case(
    "string",
    returns="map<string,string>",
    rows=['at=info method=GET path="/a b" status=200', "none"],
)
def key_values(line):
    return {k: v.strip('"') for k, v in KEY_VALUE.findall(line)}


@case("string", rows=["java.lang.IllegalStateException: oops\n\tat a.b.C", "ok"])
def exception_name(trace):
    first = trace.splitlines()[0]
    name = first.split(":")[0].strip()
    return name.split(".")[-1] if name.endswith(("Error", "Exception")) else None


@case("string", rows=["user 123 took 45.6 ms", "id=0x1F at 10.0.0.1"])
def template_of(message):
    s = re.sub(r"0x[0-9a-fA-F]+", "<hex>", message)
    s = re.sub(r"\d+\.\d+\.\d+\.\d+", "<ip>", s)
    return re.sub(r"\d+(?:\.\d+)?", "<n>", s)


@case("string", returns="double", rows=["took 45.6 ms", "took 2s", "took"])
def elapsed_ms(line):
    m = re.search(r"took (\d+(?:\.\d+)?)\s?(ms|s|m)\b", line)
    if not m:
        return None
    value, unit = m.groups()
    return float(value) * {"ms": 1, "s": 1000, "m": 60000}[unit]


@case("string", rows=["pod-abc-7f9c-x2", "web-1", "db"])
def service_name(pod):
    *head, tail = pod.split("-")
    while head and len(head) > 1 and any(c.isdigit() for c in head[-1]):
        head.pop()
    return "-".join(head) or tail


@case("string", returns="array<string>", rows=["2024-01-01 a\n  b\n2024-01-02 c", ""])
def log_records(chunk):
    records = []
    for line in chunk.split("\n"):
        if line[:4].isdigit() or not records:
            records.append(line)
        else:
            records[-1] += " " + line.strip()
    return records


@case("string", rows=["GET /users/42/orders/7?x=1", "POST /login", "bad"])
def route_of(request):
    method, _, target = request.partition(" ")
    path = target.split("?")[0]
    parts = [":id" if p.isdigit() else p for p in path.split("/")]
    return f"{method:<6}{'/'.join(parts)}"
