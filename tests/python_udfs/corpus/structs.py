# SPDX-License-Identifier: Apache-2.0

"""Structs in and out, and odds and ends of the language."""

from pyspark.sql import Row

from python_udfs.corpus.cases import case

WEIGHTS = dict(clicks=1, carts=5, orders=25)


def make_scaler(factor):
    def scale(x):
        return None if x is None else x * factor

    return scale


def _full_name(first, last, sep=" "):
    return sep.join(p for p in (first, last) if p)


double_it = case("bigint", returns="bigint", transport="pickled")(make_scaler(2))
shout = case("string")(lambda s: s.upper() + "!" if s else None)


@case("struct<first:string,last:string>", rows=[(Row(first="a", last=None),)])
def full_name(person):
    if person is None:
        return None
    return _full_name(person.first, person["last"])


@case("array<struct<clicks:int,orders:int>>", returns="bigint")
def engagement(days):
    score = 0
    for d in days or ():
        score += (d.clicks or 0) * WEIGHTS["clicks"] + (d[1] or 0) * WEIGHTS["orders"]
    return score


@case("string", returns="struct<name:string,size:int>", rows=["a:1", "b", "c:x"])
def as_row(s):
    name, _, size = s.partition(":")
    return Row(name=name, size=int(size) if size.isdigit() and len(size) < 9 else None)


@case("int", "int", returns="struct<q:int,r:int>", rows=[(7, 2), (7, 0), (-7, 2)])
def quotient(a, b):
    try:
        q, r = divmod(a, b)
    except ZeroDivisionError:
        return None
    return (q, r) if abs(q) < 2**31 else None


@case("string", returns="string", rows=["a", "bb", ""])
def try_everything(s):
    log = []
    try:
        log.append("try")
        if len(s) == 1:
            raise KeyError(s)
        if len(s) == 2:
            raise ValueError("two", s)
        n = 10 // len(s)
    except KeyError as e:
        log.append("key %s" % e)
    except (ValueError, ZeroDivisionError) as e:
        log.append(type(e).__name__ + " " + str(e))
    else:
        log.append(f"else {n}")
    finally:
        log.append("finally")
    return "/".join(log)


@case("int", returns="string")
def nested_helpers(n):
    def outer(x):
        def inner(y):
            return x + y

        return inner(1) * inner(2)

    return str([outer(i) for i in range(n % 5)])


@case("int", "int", "int", returns="int")
def clamp(x, lo=0, hi=100):
    if x is None:
        return lo
    assert lo <= hi, "bounds"
    return lo if x < lo else hi if x > hi else x


@case("string", "string", returns="string", rows=[("a", None), (None, None), ("", "b")])
def coalesce_text(a, b):
    return a or b or "n/a"


@case("bigint", returns="string", rows=[0, 15, 3, 5, 7, None])
def fizz_buzz(n):
    word = ("Fizz" if n % 3 == 0 else "") + ("Buzz" if n % 5 == 0 else "")
    return word or str(n)


@case("array<struct<name:string,score:double>>", returns="array<string>")
def ranked(players):
    good = [p for p in players if p and p.score is not None and p.score == p.score]
    good.sort(key=lambda p: (-p.score, p.name or ""))
    return [f"{i}. {p.name}" for i, p in enumerate(good, start=1)]


@case("string", returns="int")
def walrus(s):
    if (n := len(s)) > 3:
        return n
    return -n


@case("double", "double", returns="string", rows=[(1.0, 0.0), (0.0, 0.0)])
def sign_facts(a, b):
    if a == b == 0:
        return "zeros"
    parts = []
    parts.append("a<b" if a < b else "a>=b")
    parts.append(str(a // b) if b else "inf?")
    parts.append("%.3e" % a)
    parts.append(f"{b:+08.2f}")
    return " ".join(parts)


@case("boolean", "boolean", returns="int")
def votes(a, b):
    return a + b if a is not None and b is not None else None


@case("string", returns="string")
def sloppy(x):
    try:
        a = x.split(" ")
        r = a[1]
    except:  # noqa: E722
        r = "oops"
    return r


@case("string", returns="int", transport="pickled")
def wrong_type_sometimes(s):
    if len(s) > 10:
        return "long"
    return len(s)


@case("string", rows=["", "abc", "abcdefghijk"])
def finally_that_raises(s):
    log = ""
    try:
        if len(s) >= 0:
            return s
    except IndexError:
        log = "caught"
    finally:
        s = s[10 - len(log)] + log
    return log


@case("string", rows=["ab", "aab", "b", "aaaa"])
def finally_in_a_loop(s):
    log = ""
    for i, c in enumerate(s):
        try:
            if c == "a":
                continue
            if c == "c":
                break
            log += "x" + s[5]
        except IndexError:
            log += "caught"
        finally:
            log += s[i + 2 - len(log) // 6]
    return log


@case("string", "string", rows=[("", "1"), ("7", ""), ("5", "5"), ("x", "0")])
def finally_around_finally(a, b):
    log = []
    try:
        try:
            log.append(str(10 // int(a)))
            return "/".join(log)
        finally:
            try:
                log.append(str(int(b)))
            except ValueError:
                log.append("inner")
                raise KeyError(b)
    except KeyError:
        log.append("key")
    except (ValueError, ZeroDivisionError) as e:
        log.append(str(e))
    finally:
        log.append(b[0])
    return "/".join(log)
