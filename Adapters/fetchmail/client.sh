#!/bin/sh
# fetchmail, asked whether there is mail, with settings that are written for each attempt. What is asked in the place of LOGIN
# is the attempt's question (shared/mail.sh).
#
#   client.sh --version
#   client.sh [--pins DER...] [--identity CERTIFICATE KEY] --ask QUESTION COMMAND TLS ROOTS HOST PORT
set -u
. "$(dirname "$0")/../shared/mail.sh"
ready fetchmail
if [ "$1" = --version ]; then
  fetchmail --version | sed 's/+.*//'
  exit
fi
pins='' identity=''
if [ "$1" = --pins ]; then
  for pin in $2; do
    pins="$pins $(md5sum <"$pin" | cut -c1-32 | tr a-f A-F | sed 's/../&:/g; s/:$//')"
  done
  shift 2
fi
if [ "$1" = --identity ]; then
  identity="sslcert \"$2\" sslkey \"$3\""
  shift 3
fi
question=$2 command=$3 tls=$4 roots=$5 host=$6 port=$7
export FETCHMAILHOME="$PWD"
fetch() {
  umask 077
  cat >settings <<END
poll "$host" protocol IMAP service "$port" auth password user "client" password "secret" $tls
  sslproto "TLS1.2+" sslcertck sslcertfile "$roots" sslcertpath "$PWD/none" $identity $1
END
  ask "$question" "$command" fetchmail --fetchmailrc settings -v -v --nodetach --nosyslog --pidfile "$PWD/lock" --check >log 2>&1
  status=$?
}
if [ -z "$pins" ]; then fetch ''; fi
# The option takes one fingerprint. Who accepts two certificates has an entry for each, and tries the next one.
for pin in $pins; do
  fetch "sslfingerprint \"$pin\""
  grep -q 'fingerprints do not match' log || break
done
if [ -e reply ]; then cat reply; fi
# The server's replies that the client has read, and the client's messages without text from certificates.
sed -n 's/^fetchmail: IMAP< //p' log
sed '/^fetchmail: IMAP[<>] /d; /^fetchmail: Issuer /d; /^fetchmail: Subject /d; /^fetchmail: Missing trust anchor /d
  /^fetchmail: Broken certification chain /d; s/CommonName mismatch: .*/CommonName mismatch/' log >&2
exit $status
