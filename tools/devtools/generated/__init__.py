"""Files generated from the JVM catalogue: their texts, written or compared."""
