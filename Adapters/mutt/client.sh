#!/bin/sh
# mutt, asked to send a letter, which it does without a terminal: it greets with EHLO, and says from whom the letter is. What is
# asked in the place of that is the attempt's question (shared/mail.sh).
#
#   client.sh --version
#   client.sh [--pins PEM...] [--identity CHAIN KEY] --ask QUESTION COMMAND SCHEME ROOTS HOST PORT
set -u
. "$(dirname "$0")/../shared/mail.sh"
ready mutt
if [ "$1" = --version ]; then exec mutt -v; fi
pins='' identity=''
if [ "$1" = --pins ]; then
  cat $2 >pins.pem
  pins=$PWD/pins.pem
  shift 2
fi
if [ "$1" = --identity ]; then
  cat "$2" "$3" >identity.pem
  identity="set ssl_client_cert=\"$PWD/identity.pem\""
  shift 3
fi
question=$2 command=$3 scheme=$4 roots=$5 host=$6 port=$7
trust="set ssl_ca_certificates_file=\"$roots\""
# Saved certificates, of which any will do; beside them are no anchors.
if [ "$pins" ]; then trust="set certificate_file=\"$pins\""; fi
cat >settings <<END
set smtp_url="$scheme://$host:$port/" ssl_starttls=yes ssl_force_tls=yes
set ssl_use_tlsv1_3=yes ssl_use_tlsv1_2=yes ssl_use_tlsv1_1=no ssl_use_tlsv1=no
set from="sender@client.rogues.test" hostname="client.rogues.test" copy=no sleep_time=0 tmpdir="$PWD"
$trust
$identity
END
export HOME="$PWD"
printf 'rogues\n' | ask "$question" "$command" mutt -d 2 -n -F settings -s rogues recipient@client.rogues.test >&2
status=$?
if [ -e reply ]; then cat reply; fi
# The server's replies that the client has read.
sed -n 's/^\[[^]]*\] [0-9]*< //p' .muttdebug0
exit $status
