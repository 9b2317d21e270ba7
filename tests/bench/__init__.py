"""Benchmarks: `make bench`. Each module prints ratios against a reference run in the same session; none is a test."""
