"""The benchmarks: cases as data, and one harness that times, compares, reports and draws them."""
