#!/bin/sh

# SPDX-License-Identifier: Apache-2.0

# Run the job on the Kubernetes cluster MASTER, in pods of IMAGE; MODE is gpu (default) or cpu. The
# image has etl.py in /opt/app and the jars in /opt/rapids-udfs; CORES is per executor.
#   MASTER=k8s://https://host:6443 IMAGE=registry/log-etl:1 \
#       ./submit-kubernetes.sh s3a://logs/ s3a://tables/ [options of spark-submit]
set -eu
[ $# -ge 2 ] || { echo "usage: MASTER=k8s://... IMAGE=... $0 INPUT OUTPUT [options]" >&2; exit 2; }
: "${MASTER:?is not set: k8s://https://host:6443}" "${IMAGE:?is not set: the container image}"
input=$1 output=$2 mode=${MODE:-gpu}
shift 2
if [ "$mode" = gpu ]; then
    rapids-udfs conf --for kubernetes --format pod-template -o executor-pod.yaml
    set -- --conf spark.kubernetes.executor.podTemplateFile=executor-pod.yaml "$@"
fi
options=$(rapids-udfs conf --for kubernetes --mode "$mode" --master "$MASTER" --image "$IMAGE" \
    --conf "spark.executor.cores=${CORES:-4}" \
    --conf spark.kubernetes.authenticate.driver.serviceAccountName=spark --format spark-submit)
eval "spark-submit --deploy-mode cluster $options \"\$@\" local:///opt/app/etl.py \
    \"\$input\" \"\$output\""
