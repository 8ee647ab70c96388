#!/bin/sh
# git's transport over HTTPS, asked for a file as 'git clone --bundle-uri' asks it (gitremote-helpers, "get").
#
#   client.sh --version
#   client.sh [--pins PINS] URL FILE -c NAME=VALUE...
set -u
command -v git >/dev/null || { echo "git is not installed"; exit 69; }
if [ "$1" = --version ]; then exec git --version; fi
pins=
if [ "$1" = --pins ]; then
  pins=$2
  shift 2
fi
url=$1 file=$2
shift 2
if [ "$pins" ]; then set -- -c "http.pinnedPubkey=$pins" "$@"; fi
# It reads commands until an empty line. Why it failed is in its trace only.
printf 'get %s %s\n\n' "$url" "$file" |
  GIT_TRACE_CURL=$PWD/trace GIT_TRACE_CURL_NO_DATA=1 git "$@" remote-https rogues "$url" >&2
status=$?
if [ -e trace ]; then sed -n -e 's/^.* == Info: *//p' -e 's/^.* <= Recv header: HTTP/HTTP/p' trace >&2; fi
if [ -e "$file" ]; then cat "$file"; fi
exit $status
