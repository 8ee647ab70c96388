#!/bin/sh
# mbsync, asked to fetch an account's mail into an empty folder, with settings that are written for each attempt. What is asked in
# the place of LOGIN is the attempt's question (shared/mail.sh).
#
#   client.sh --version
#   client.sh [--pins PEM...] [--identity CHAIN KEY] --ask QUESTION COMMAND TYPE ROOTS HOST PORT
set -u
. "$(dirname "$0")/../shared/mail.sh"
ready mbsync
if [ "$1" = --version ]; then exec mbsync --version; fi
pins='' identity=''
if [ "$1" = --pins ]; then
  # Host certificates, of which any will do; beside them are no anchors.
  cat $2 >pins.pem
  pins=$PWD/pins.pem
  shift 2
fi
if [ "$1" = --identity ]; then
  identity="ClientCertificate $2
ClientKey $3"
  shift 3
fi
question=$2 command=$3 type=$4 roots=$5 host=$6 port=$7
mkdir -p mail/inbox/cur mail/inbox/new mail/inbox/tmp
cat >settings <<END
IMAPStore far
Host $host
Port $port
User client
Pass secret
AuthMechs LOGIN
SSLType $type
SSLVersions TLSv1.2 TLSv1.3
SystemCertificates no
CertificateFile ${pins:-$roots}
$identity

MaildirStore near
Path $PWD/mail/
Inbox $PWD/mail/inbox

Channel all
Far :far:
Near :near:
END
ask "$question" "$command" mbsync --config settings --debug-net all >log
status=$?
if [ -e reply ]; then cat reply; fi
# The server's replies that the client has read.
sed -n '/^\* ID /p' log
exit $status
