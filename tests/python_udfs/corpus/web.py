# SPDX-License-Identifier: Apache-2.0

"""Mail, addresses of pages and of machines."""

import re

from python_udfs.corpus.cases import case

EMAIL = re.compile(r"^[A-Za-z0-9._%+-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$")
FREE_MAIL = {"gmail.com", "yahoo.com", "hotmail.com", "gmx.de"}
BOTS = ("bot", "crawler", "spider", "curl/")
TRACKING = {"utm_source", "utm_medium", "utm_campaign", "gclid", "fbclid"}


@case("string", rows=["a@b.com", "no", "x@y@z", None])
def email_domain(email):
    if email is None or "@" not in email:
        return None
    return email.split("@")[1].lower()


@case("string", returns="boolean", rows=["a.b@example.org", "a@b", "@x.de"])
def valid_email(s):
    return bool(s) and EMAIL.match(s) is not None


@case("string", rows=["jo@gmail.com", "jo@acme.com", "jo"])
def mail_kind(address):
    try:
        domain = address.rsplit("@", 1)[1]
    except IndexError:
        return "invalid"
    except AttributeError:
        return "missing"
    return "private" if domain.lower() in FREE_MAIL else "business"


@case("string", rows=["Jane.Doe+spam@GMail.com", "x@y.z"])
def canonical_mail(s):
    name, at, domain = s.strip().lower().partition("@")
    if not at:
        return s
    name = name.split("+")[0]
    if domain in ("gmail.com", "googlemail.com"):
        name = name.replace(".", "")
        domain = "gmail.com"
    return name + "@" + domain


@case("string", rows=["https://www.example.com:80/a?b", "example.com/x", "http://"])
def url_host(url):
    if url is None:
        return None
    rest = url.split("://", 1)[-1]
    host = rest.split("/")[0].split("?")[0].split("#")[0]
    if "@" in host:
        host = host.rsplit("@", 1)[1]
    host = host.split(":")[0].lower()
    if host.startswith("www."):
        host = host[4:]
    return host or None


@case("string", returns="map<string,string>", rows=["http://x/?a=1&b=2", "?a&b=", "x"])
def query_parameters(url):
    query = url.partition("?")[2].partition("#")[0]
    return {p.split("=")[0]: p.split("=")[-1] for p in query.split("&") if "=" in p}


@case("string", rows=["http://x/p?utm_source=a&q=1", "http://x/p?gclid=3", "http://x"])
def drop_tracking(url):
    base, mark, query = url.partition("?")
    kept = [p for p in query.split("&") if p and p.split("=")[0] not in TRACKING]
    return base + ("?" + "&".join(kept) if kept else "")


@case("string", returns="boolean", rows=["Googlebot/2.1", "Mozilla/5.0", "CURL/7"])
def is_bot(agent):
    agent = (agent or "").lower()
    return any(b in agent for b in BOTS)


@case("string", rows=["Mozilla/5.0 (Windows NT 10.0) Chrome/120.0", "Mozilla/5.0 Firefox/115.0"])
def browser(agent):
    if agent is None:
        return "unknown"
    if "Edg/" in agent:
        name = "Edg"
    elif "Chrome/" in agent:
        name = "Chrome"
    elif "Firefox/" in agent:
        name = "Firefox"
    elif "Safari/" in agent:
        name = "Safari"
    else:
        return "other"
    version = agent[agent.index(name + "/") + len(name) + 1 :].split(".")[0]
    return name + " " + version


@case("string", returns="bigint", rows=["192.168.0.1", "1.2.3", "1.2.3.256", "a.b.c.d"])
def ip_to_int(ip):
    parts = ip.split(".")
    if len(parts) != 4:
        return None
    n = 0
    for p in parts:
        v = int(p)
        if v < 0 or v > 255:
            raise ValueError("no IPv4 address: " + ip)
        n = n << 8 | v
    return n


@case("bigint", rows=[3232235521, 0, 4294967295, -1])
def int_to_ip(n):
    return ".".join(str(n >> s & 255) for s in (24, 16, 8, 0))


@case("string", returns="boolean", rows=["10.0.0.1", "172.16.5.4", "172.32.0.1", "8.8.8.8", "x"])
def is_private_ip(ip):
    try:
        a, b, *_ = [int(x) for x in ip.split(".")]
    except ValueError:
        return False
    return a == 10 or (a == 192 and b == 168) or (a == 172 and 16 <= b < 32)


@case("int", rows=[200, 404, 301, 500, 99, None])
def status_class(code):
    names = {2: "ok", 3: "redirect", 4: "client error", 5: "server error"}
    try:
        return names[code // 100]
    except (KeyError, TypeError):
        return "unknown"


@case("string", rows=["a%20b", "100%", "%41%zz", "x+y"])
def unquote(s):
    out = []
    i = 0
    while i < len(s):
        c = s[i]
        if c == "%" and i + 2 < len(s):
            try:
                out.append(chr(int(s[i + 1 : i + 3], 16)))
                i += 3
                continue
            except ValueError:
                pass
        out.append(" " if c == "+" else c)
        i += 1
    return "".join(out)


@case("string", rows=["<p>Hi <b>there</b></p>", "a < b", "&amp;&lt;"])
def strip_tags(html):
    text = re.sub(r"<[^>]+>", "", html)
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, char)
    return text


@case("string", returns="array<string>", rows=["so #nice and #cool", "#", "none"])
def hashtags(post):
    return [t.lower() for t in re.findall(r"#(\w+)", post or "")]


@case("string", rows=["/shop/shoes/red-42.html", "/", ""])
def breadcrumb(path):
    parts = [p for p in path.split("/") if p]
    if not parts:
        return "home"
    parts[-1] = parts[-1].rsplit(".", 1)[0]
    return " > ".join(p.replace("-", " ").capitalize() for p in parts)
