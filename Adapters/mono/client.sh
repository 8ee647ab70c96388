#!/bin/sh
# Mono's HttpWebRequest, in a virtual machine for all attempts.
#
#   client.sh [--version]
set -u
for tool in mono mcs; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
done
if [ "${1:-}" = --version ]; then exec mono --version; fi
program=$(mktemp -d)/adapter.exe || exit 69     # in TMPDIR, which is private and is removed
mcs -out:"$program" -r:Mono.Security.dll -r:System.Runtime.Serialization.dll -r:System.Xml.Linq.dll \
  "${0%/*}/Adapter.cs" >&2 || exit 69
MONO_VERSION=$(mono --version | sed -n 's/^Mono JIT compiler version \([0-9.]*\).*/\1/p') exec mono "$program"
