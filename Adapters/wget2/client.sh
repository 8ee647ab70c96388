#!/bin/sh
# wget2, with its pins (RFC 7469) written into its file of pins.
#
#   client.sh --version
#   client.sh [--pins HOST PINS] FOLDER ARGUMENTS...
set -u
command -v wget2 >/dev/null || { echo "wget2 is not installed"; exit 69; }
if [ "$1" = --version ]; then exec wget2 --version; fi
pins=
if [ "$1" = --pins ]; then
  # As it writes hosts into that file itself.
  host=$(printf %s "$2" | tr '[:upper:]' '[:lower:]') pins=$3
  shift 3
fi
folder=$1
shift
if [ "$pins" ]; then
  # As if the host had sent them at the epoch, for a hundred years.
  { printf '# HPKP 1.0 file\n%s 0 1 3155760000\n' "$host"; printf '*sha256 %s\n' $pins; } >"$folder/pins"
fi
# A folder of anchors has to exist.
mkdir "$folder/empty"
wget2 --debug --ca-directory="$folder/empty" --hpkp-file="$folder/pins" --ocsp-file="$folder/ocsp" "$@" 2>"$folder/log"
status=$?
# Only the debug output has the reason of a failed handshake.
grep -aoE '^(ERROR|WARNING|Failed|No certificates).*|gnutls_handshake: .*|^HTTP/1\.1 .*' "$folder/log" >&2
exit $status
