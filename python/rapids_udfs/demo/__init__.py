"""The demonstration: SQL over real data, and where each function of a query ran."""
