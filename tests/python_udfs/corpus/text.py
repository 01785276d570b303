# SPDX-License-Identifier: Apache-2.0

"""Cleaning text."""

import re

from python_udfs.corpus.cases import case

STOP_WORDS = {"a", "an", "and", "the", "of", "in", "on", "for", "to"}
SMALL = ("of", "and", "the", "de", "von", "van", "la")
VOWELS = "aeiou"
SPACES = re.compile(r"\s+")
NON_WORD = re.compile(r"[^a-z0-9]+")


@case("string")
def normalize_space(s):
    if s is None:
        return None
    return SPACES.sub(" ", s).strip()


@case("string", rows=["Hello, World!", "  --a--b  ", "ÄÖ x"])
def slugify(title):
    """Make a slug of a title."""
    if not title:
        return ""
    slug = NON_WORD.sub("-", title.lower())
    return slug.strip("-")


@case("string", rows=["someCamelCase", "HTTPServer", "already_snake"])
def camel_to_snake(name):
    out = ""
    for i, ch in enumerate(name):
        if ch.isupper() and i > 0 and not name[i - 1].isupper():
            out += "_"
        out += ch.lower()
    return out


@case("string", rows=["some_snake_case", "_x__y_", ""])
def snake_to_camel(name):
    parts = name.split("_")
    return parts[0] + "".join(p.capitalize() for p in parts[1:])


@case("string", rows=["LORD OF THE RINGS", "ludwig van beethoven", ""])
def title_case(text):
    if not text or not text.strip():
        return None
    words = text.lower().split()
    result = []
    for i, w in enumerate(words):
        if i > 0 and w in SMALL:
            result.append(w)
        else:
            result.append(w[0].upper() + w[1:])
    return " ".join(result)


@case("string", "int", rows=[("hello world", 5), ("abc", 0), ("abc", -1), ("abcdef", 3)])
def truncate(text, limit):
    if text is None or limit is None:
        return text
    if len(text) <= limit:
        return text
    return text[: limit - 3] + "..."


@case("string")
def initials(full_name):
    try:
        return "".join(part[0] for part in full_name.split()).upper()
    except AttributeError:
        return "?"


@case("string", returns="int")
def count_vowels(word):
    return sum(1 for c in word.lower() if c in VOWELS)


@case("string", returns="boolean", rows=["A man, a plan, a canal: Panama", "ab", ""])
def is_palindrome(s):
    letters = [c for c in s.lower() if c.isalnum()]
    return letters == letters[::-1]


@case("string", rows=["John SMITH", "smith, john", " , "])
def last_name_first(name):
    name = name.strip()
    if "," in name:
        last, first = name.split(",", 1)
    else:
        first, _, last = name.rpartition(" ")
    return f"{last.strip().upper()}, {first.strip().title()}"


@case("string", "string", returns="double", rows=[("night", "nacht"), ("", "")])
def bigram_similarity(a, b):
    def grams(s):
        s = s.lower()
        return {s[i : i + 2] for i in range(len(s) - 1)}

    x, y = grams(a), grams(b)
    if not x or not y:
        return 0.0
    return 2.0 * len(x & y) / (len(x) + len(y))


@case("string", "string", returns="int", rows=[("kitten", "sitting"), ("", "abc"), ("a", "a")])
def edit_distance(a, b):
    if a is None or b is None:
        return -1
    a, b = a[:20], b[:20]
    previous = list(range(len(b) + 1))
    for i, ca in enumerate(a):
        current = [i + 1]
        for j, cb in enumerate(b):
            cost = 0 if ca == cb else 1
            current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + cost))
        previous = current
    return previous[-1]


@case("string", rows=["the art of war", "a an the"])
def remove_stop_words(text):
    if text is None:
        return None
    return " ".join(w for w in text.lower().split() if w not in STOP_WORDS)


@case("string", rows=["4111111111111111", "12", None])
def mask_all_but_last_four(s):
    return None if s is None else "*" * max(len(s) - 4, 0) + s[-4:]


@case("string", rows=["jane.doe@example.com", "x@y", "no-at-sign"])
def mask_email(email):
    user, at, domain = email.partition("@")
    if not at:
        raise ValueError("not an e-mail: " + email)
    hidden = user[0] + "*" * (len(user) - 2) + user[-1] if len(user) > 2 else "**"
    return hidden + at + domain


@case("string", returns="string", rows=["aaabbc", "a", ""])
def run_length(s):
    out = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append(s[i] + str(j - i))
        i = j
    return "".join(out)


@case("string", "int", rows=[("Hello", 3), ("xyz", 29), ("abc", -1)])
def caesar(text, shift):
    def move(c):
        if "a" <= c <= "z":
            return chr((ord(c) - 97 + shift) % 26 + 97)
        if "A" <= c <= "Z":
            return chr((ord(c) - 65 + shift) % 26 + 65)
        return c

    return "".join([move(c) for c in text])


@case("string", rows=["Müller & Söhne GmbH", "ACME, Inc."])
def company_key(name):
    if name is None:
        return None
    key = name.upper().replace("&", " AND ")
    for a, b in (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE"), ("ß", "SS")):
        key = key.replace(a, b)
    for suffix in (" GMBH", " INC", " LLC", " LTD"):
        key = key.rstrip(".").removesuffix(suffix)
    return re.sub("[^A-Z0-9 ]", "", key).strip()


@case("string", returns="boolean")
def looks_like_shouting(s):
    letters = [c for c in s or "" if c.isalpha()]
    if len(letters) < 5:
        return False
    return sum(c.isupper() for c in letters) / len(letters) > 0.7


@case("string", "string", rows=[("a,b;c", ";"), ("x", "")])
def first_field(line, sep=","):
    return line.split(sep)[0]


@case("string", rows=["tel: 0049-30-1234", "none"])
def swap_quotes(s):
    table = {"'": '"', '"': "'", "\u201c": '"', "\u201d": '"'}
    return "".join(table.get(c, c) for c in s)


@case("string", returns="int", rows=["one two  three", "", None])
def word_count(s):
    return len(s.split()) if s else 0


@case("string", rows=["hello world", "x"])
def longest_word(s):
    return max(s.split(), key=len)


@case("string", "string", rows=[("abc", "b"), ("abc", ""), ("a-b-c", "-")])
def after_last(s, mark):
    i = s.rfind(mark)
    if i == -1:
        return None
    return s[i + len(mark) :]


@case("string", "int", rows=[("7", 3), ("abc", 5), ("-7", 4)])
def left_pad(s, n):
    n = min(max(n, 0), 40)
    return s.zfill(n) + "|" + s.rjust(n, ".") + "|" + s.center(n, "*")


@case("string", rows=["one two of three", "", "a b"])
def sorted_words(s):
    def long_enough(text):
        return " ".join(word for word in text.split(" ") if len(word) > 2)

    def in_order(text):
        return " ".join(sorted(text.split(" ")))

    def both(text):
        return in_order(long_enough(text))

    return both(s.lower()) if s else None
