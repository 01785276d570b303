"""A bundle for a machine with a GPU and neither Java nor Spark nor a network."""
