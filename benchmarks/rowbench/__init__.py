"""Row-wise functions against Python UDFs and Spark's builtins: cases, data, timing, report."""
