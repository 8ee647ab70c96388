#!/bin/sh
# NSS's vfychain with libpkix, and a database made for one attempt: anchors and CRLs live in there.
#
#   client.sh --version
#   client.sh ROOTS LEAF [--rest FILE] [--crls FILE] [--require] [--time SECONDS]
#
# Exit statuses of this script: 91 an anchor, 92 anything else; those of vfychain are 0 and 1.
set -u

. "${0%/*}/../shared/nss.sh"

if [ "$1" = --version ]; then version vfychain certutil crlutil; fi

roots=$1 leaf=$2
shift 2
database=sql:$PWD

certutil -N -d "$database" --empty-password || exit 92
split "$roots" root
trust_roots "$database"

rest= revocation= time=
while [ $# -gt 0 ]; do
  case $1 in
    --rest)
      split "$2" rest
      rest=yes
      shift 2 ;;
    --crls)
      add_crls "$database" "$2"
      revocation="-g leaf -m crl -s forbidFetching -g chain -m crl -s forbidFetching"
      shift 2 ;;
    --require)
      revocation="-g leaf -h requireFreshInfo -m crl -s forbidFetching,failIfNoInfo -g chain -h requireFreshInfo -m crl -s forbidFetching,failIfNoInfo"
      shift ;;
    --time)
      time=$(date -u -d "@$2" +%y%m%d%H%MZ)
      shift 2 ;;
  esac
done
if [ "$time" ]; then set -- -b "$time"; else set --; fi
# -u 1: an SSL server; -pp: by CERT_PKIXVerifyCert.
set -- -pp "$@" -d "$database" -u 1 $revocation -a "$leaf"
if [ "$rest" ]; then
  number=1
  while [ -e "rest-$number.pem" ]; do
    set -- "$@" -a "rest-$number.pem"
    number=$((number + 1))
  done
fi
exec vfychain "$@"
