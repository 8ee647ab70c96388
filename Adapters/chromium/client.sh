#!/bin/sh
# Chromium without a window, with a profile and a database of NSS made for one attempt: it finds its anchors in there.
#
#   client.sh --version
#   client.sh ROOTS HOST-RULES URL
#
# Exit statuses of this script: 91 an anchor cannot be added, 92 the database cannot be made.
set -u
. "${0%/*}/../shared/nss.sh"
for tool in chromium-headless-shell certutil; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
done
if [ "$1" = --version ]; then exec chromium-headless-shell --version; fi
roots=$1 rules=$2 url=$3
export HOME="$PWD"
mkdir -p .pki/nssdb
split "$roots" root
certutil -N -d sql:.pki/nssdb --empty-password || exit 92
trust_roots sql:.pki/nssdb
# No names but those of the rules, and no background requests to its maker's servers.
chromium-headless-shell --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --host-resolver-rules="$rules" \
  --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-http2 \
  --dump-dom "$url" >page 2>log
status=$?
sed -e 's/<[^>]*>//g' -e '/^$/d' page
grep -aoE 'net::ERR_[A-Z0-9_]*|net_error -[0-9]*' log >&2
exit $status
