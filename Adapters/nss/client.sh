#!/bin/sh
# NSS's tstclnt with a database made for one attempt: anchors, CRLs and the client's identity live in there.
#
#   client.sh --version
#   client.sh ROOTS ADDRESS PORT HOST REQUEST [--crls FILE]... [--p12 FILE PASSWORD]
#
# Exit statuses of this script: 90 the client's identity cannot be loaded, 91 an anchor, 92 anything else.
set -u

. "${0%/*}/../shared/nss.sh"

if [ "$1" = --version ]; then version tstclnt certutil crlutil pk12util; fi

roots=$1 address=$2 port=$3 host=$4 request=$5
shift 5
database=sql:$PWD

split "$roots" root
# A database without a password does for anchors and comes with the first of them; keys need one that is set, if empty.
if [ ! -e root-1.pem ]; then initialize=yes; else initialize=; fi
for option in "$@"; do
  if [ "$option" = --p12 ]; then initialize=yes; fi
done
if [ "$initialize" ]; then certutil -N -d "$database" --empty-password || exit 92; fi
trust_roots "$database"

nickname=
while [ $# -gt 0 ]; do
  case $1 in
    --crls)
      add_crls "$database" "$2"
      shift 2 ;;
    --p12)
      pk12util -i "$2" -d "$database" -W "$3" -K '' >&2 || exit 90
      nickname=$(certutil -K -d "$database" | sed -n 's/^<[ 0-9]*> *[a-z]* *[0-9a-f]* *//p' | head -n 1)
      [ "$nickname" ] || exit 90
      shift 3 ;;
  esac
done

if [ "$nickname" ]; then set -- -n "$nickname" -E; else set --; fi
exec tstclnt -4 -h "$address" -p "$port" -a "$host" -d "$database" -V tls1.2: -A "$request" "$@"
