#!/bin/sh
# Prints this machine's GPUs in the form that Spark's resource discovery reads.
set -eu
indices=$(nvidia-smi --query-gpu=index --format=csv,noheader)
printf '{"name": "gpu", "addresses": ["%s"]}\n' "$(printf '%s\n' "$indices" | paste -s -d, - | sed 's/,/", "/g')"
