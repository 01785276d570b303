"""The checks of a set-up: ``rapids-udfs doctor`` and :func:`rapids_udfs.doctor`."""
