"""The benchmark of GPU work in Python UDFs, on whatever device the workers have."""
