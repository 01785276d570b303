"""Session configuration: modes, settings, clusters and devices."""
