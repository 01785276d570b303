"""Output on a terminal: tables, width, progress, encoding."""
