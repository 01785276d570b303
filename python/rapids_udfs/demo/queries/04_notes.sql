-- Notes without mark-up
-- The footnotes of IANA's IPv4 registry, from XML to plain text.
SELECT CAST(anchor AS INT) AS note, length(markup) AS marked_up,
       word_count(strip_html(markup)) AS words, text_normalize(strip_html(markup)) AS plain
FROM ip_notes
ORDER BY note
LIMIT 8
