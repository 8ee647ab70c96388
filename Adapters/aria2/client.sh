#!/bin/sh
# aria2, which writes the response to a file.
#
#   client.sh --version
#   client.sh FOLDER ARGUMENTS...
set -u
command -v aria2c >/dev/null || { echo "aria2c is not installed"; exit 69; }
if [ "$1" = --version ]; then exec aria2c --version; fi
folder=$1
shift
aria2c --dir="$folder" --out=reply "$@" >&2
status=$?
if [ -e "$folder/reply" ]; then cat "$folder/reply"; fi
exit $status
