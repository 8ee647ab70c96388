#!/bin/sh
# msmtp, asked to send a letter: it greets with EHLO, and says from whom the letter is. What is asked in the place of that is
# the attempt's question (shared/mail.sh); in plaintext it stays a letter.
#
#   client.sh --version
#   client.sh [--pins HEX...] --ask QUESTION COMMAND OPTIONS...
set -u
. "$(dirname "$0")/../shared/mail.sh"
ready msmtp
if [ "$1" = --version ]; then exec msmtp --version; fi
pins=
if [ "$1" = --pins ]; then
  pins=$2
  shift 2
fi
question=$2 command=$3
shift 3
send() {
  printf 'Subject: rogues\n\n' | ask "$question" "$command" msmtp --debug "$@" recipient@client.rogues.test >log 2>error
  status=$?
}
if [ -z "$pins" ]; then send "$@"; fi
# The option takes one fingerprint. Who accepts two certificates has an account for each, and tries the next one.
for pin in $pins; do
  send "--tls-fingerprint=$(printf %s "$pin" | sed 's/../&:/g; s/:$//')" "$@"
  grep -q 'fingerprint does not match' error || break
done
cat error >&2
if [ -e reply ]; then cat reply; fi
# The server's replies that the client has read.
sed -n 's/^<-- //p' log
exit $status
