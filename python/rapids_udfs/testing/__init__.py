"""Test data for columnar bodies."""
