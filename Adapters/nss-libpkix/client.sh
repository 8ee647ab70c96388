#!/bin/sh
# NSS's vfychain with libpkix, and a database made for one attempt: anchors and CRLs live in there.
#
#   client.sh --version
#   client.sh ROOTS LEAF [--rest FILE] [--crls FILE] [--require] [--time SECONDS]
#
# Exit statuses of this script: 91 an anchor, 92 anything else; those of vfychain are 0 and 1.
set -u

if [ "$1" = --version ]; then
  for tool in vfychain certutil crlutil; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
  done
  # No tool says the version; the library holds it as text.
  library=$(ldd "$(command -v vfychain)" | sed -n 's/.*libnss3\.so => \([^ ]*\).*/\1/p')
  grep -a -o 'Version: NSS [0-9.]*' "$library"
  exit 0
fi

roots=$1 leaf=$2
shift 2
database=sql:$PWD

# split FILE NAME: one PEM block a file, because the tools take no more.
split() {
  number=0
  while IFS= read -r text; do
    case $text in -----BEGIN*) number=$((number + 1)) ;; esac
    [ "$number" -eq 0 ] || printf '%s\n' "$text" >>"$2-$number.pem"
  done <"$1"
}

certutil -N -d "$database" --empty-password || exit 92
split "$roots" root
for root in root-*.pem; do
  [ -e "$root" ] || continue
  certutil -A -d "$database" -n "$root" -t CP,, -i "$root" || exit 91
done

rest= revocation= time=
while [ $# -gt 0 ]; do
  case $1 in
    --rest)
      split "$2" rest
      rest=yes
      shift 2 ;;
    --crls)
      split "$2" list
      for list in list-*.pem; do
        [ -e "$list" ] || continue
        openssl crl -in "$list" -outform DER -out "$list.der" && crlutil -I -B -d "$database" -i "$list.der" >&2 || exit 92
      done
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
