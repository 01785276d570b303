"""The catalogue of functions, as the JVM library describes it."""
