#!/bin/sh
# lynx, which takes its anchors and its identity from a file of settings.
#
#   client.sh --version
#   client.sh [--identity CHAIN KEY] ROOTS FOLDER URL
set -u
command -v lynx >/dev/null || { echo "lynx is not installed"; exit 69; }
if [ "$1" = --version ]; then exec lynx -version; fi
chain=NULL key=NULL
if [ "$1" = --identity ]; then
  chain=$2 key=$3
  shift 3
fi
roots=$1 folder=$2 url=$3
cat >"$folder/lynx.cfg" <<END
SSL_CERT_FILE:$roots
SSL_CLIENT_CERT_FILE:$chain
SSL_CLIENT_KEY_FILE:$key
END
# The lowest version of every attempt, by GnuTLS: lynx has no option for it.
cat >"$folder/priorities" <<END
[overrides]
disabled-version = tls1.0
disabled-version = tls1.1
END
# Its trace has the reason for a refusal, where a terminal would show a question.
HOME=$folder GNUTLS_SYSTEM_PRIORITY_FILE=$folder/priorities lynx -cfg="$folder/lynx.cfg" -trace -source "$url" </dev/null
status=$?
sed -n -e 's/^HTTP: SSL: /handshake: /p' -e 's/^Confirm: //p' -e 's/^HTTP: Hit unexpected .* status [0-9-]*:/read: /p' \
  -e 's/^HTTP: Rx: HTTP/HTTP/p' "$folder/Lynx.trace" >&2
exit $status
