#!/bin/sh

# SPDX-License-Identifier: Apache-2.0

# Prints this machine's GPUs in the form that Spark's resource discovery reads.
set -eu
# Python workers use the executor's GPU, and such a mode keeps them from it.
if [ -n "${RAPIDS_UDFS_PYTHON_GPU:-}" ]; then
    modes=$(nvidia-smi --query-gpu=compute_mode --format=csv,noheader)
    case $modes in
    *Exclusive* | *Prohibited*)
        echo "compute mode: $(echo $modes); set it with: nvidia-smi -c DEFAULT (or run MPS)" >&2
        exit 1
        ;;
    esac
fi
indices=$(nvidia-smi --query-gpu=index --format=csv,noheader)
printf '{"name": "gpu", "addresses": ["%s"]}\n' "$(printf '%s\n' "$indices" | paste -s -d, - | sed 's/,/", "/g')"
