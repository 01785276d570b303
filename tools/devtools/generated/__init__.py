"""What is generated from the JVM catalogue, and how it is written or compared."""
