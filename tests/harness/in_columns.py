# SPDX-License-Identifier: Apache-2.0

"""The compiled Python UDFs of the corpus that run in columns."""

from __future__ import annotations

IN_COLUMNS = frozenset(
    [
        "codes.spell",
        "dates.fiscal_quarter",
        "dates.is_leap",
        "dates.is_weekend",
        "dates.quarter_label",
        "dates.seconds_to_clock",
        "money.cents_to_text",
        "money.clean_price",
        "money.german_price",
        "numbers.age_group",
        "numbers.mixed_small",
        "numbers.ordinal",
        "numbers.percent_change",
        "numbers.round_down_to",
        "numbers.safe_ratio",
        "numbers.stars",
        "parsing.clean_phone",
        "parsing.int_or_default",
        "parsing.parse_percent",
        "parsing.to_bool",
        "structs.<lambda>",
        "structs.clamp",
        "structs.coalesce_text",
        "structs.fizz_buzz",
        "structs.scale",
        "structs.sloppy",
        "structs.votes",
        "structs.walrus",
        "structs.wrong_type_sometimes",
        "text.count_vowels",
        "text.initials",
        "text.last_name_first",
        "text.looks_like_shouting",
        "text.mask_all_but_last_four",
        "text.mask_email",
        "text.remove_stop_words",
        "text.swap_quotes",
        "text.truncate",
        "text.word_count",
        "web.canonical_mail",
        "web.drop_tracking",
        "web.email_domain",
        "web.is_bot",
        "web.status_class",
    ]
)
"""The UDFs of the corpus that run in columns; the others say why not."""
