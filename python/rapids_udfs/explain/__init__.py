"""Explanations of why a UDF is, or is not, on the GPU."""
