# SPDX-License-Identifier: Apache-2.0

"""The compiled Python UDFs of the corpus that run in columns."""

from __future__ import annotations

COLUMNS = "spark.rapidsUdfs.pythonUdfs.columns"
ODD_SHARE = "spark.rapidsUdfs.pythonUdfs.oddShare"
ALWAYS = {COLUMNS: "always", ODD_SHARE: "1"}
"""Columns at any cost, and with any number of odd rows."""
_NAMES = {
    "codes": """
        bucket_of column_letters column_number ean_check_digit is_uuid luhn mod11 soundex spell
        valid_isbn
    """,
    "collections_": """
        is_sorted jaccard longest_streak median oxford_comma percentile position running_total
        summary top_three
    """,
    "containers": "bucket",
    "control": "coalesced decorated joined last_number late_but_used_at_once status_class",
    "dates": """
        add_business_days age_in_years first_days fiscal_quarter is_leap is_weekend iso_week
        long_date month_end quarter_label seconds_to_clock yyyymmdd
    """,
    "logs": "elapsed_ms exception_name parse_access route_of service_name severity template_of",
    "money": """
        cents_to_text clean_price currency_of format_dollars german_price price_band short_to_full
        to_euro
    """,
    "numbers": """
        age_group collatz_steps factorial_or_none fahrenheit_to_celsius gcd human_bytes human_number
        is_prime mixed_small ordinal percent_change permission_names round_down_to safe_ratio stars
        to_base36 to_roman
    """,
    "parsing": """
        clean_phone coordinates duration_seconds expand_ranges expand_street from_roman height_cm
        int_or_default leading_number license_plate parse_percent size_in_bytes split_address
        split_csv_line to_bool
    """,
    "structs": """
        <lambda> clamp coalesce_text fizz_buzz quotient scale sloppy votes walrus
        wrong_type_sometimes
    """,
    "text": """
        bigram_similarity caesar camel_to_snake company_key count_vowels initials is_palindrome
        last_name_first longest_word looks_like_shouting mask_all_but_last_four mask_email
        normalize_space remove_stop_words run_length slugify snake_to_camel sorted_words swap_quotes
        title_case truncate word_count
    """,
    "web": """
        breadcrumb canonical_mail drop_tracking email_domain hashtags int_to_ip ip_to_int is_bot
        is_private_ip mail_kind status_class strip_tags url_host valid_email
    """,
}
IN_COLUMNS = frozenset(
    f"{module}.{name}" for module, names in _NAMES.items() for name in names.split()
)
"""The names of their cases, by module; the tests check why the others do not run in columns."""
