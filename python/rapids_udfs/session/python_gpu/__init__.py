"""Settings for Python workers that use the GPU."""
