#!/bin/sh
# NSS's tstclnt with a database made for one attempt: anchors, CRLs and the client's identity live in there.
#
#   client.sh --version
#   client.sh ROOTS ADDRESS PORT HOST REQUEST [--crls FILE]... [--p12 FILE PASSWORD]
#
# Exit statuses of this script: 90 the client's identity cannot be loaded, 91 an anchor, 92 anything else.
set -u

if [ "$1" = --version ]; then
  for tool in tstclnt certutil crlutil pk12util; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
  done
  # No tool says the version; the library holds it as text.
  library=$(ldd "$(command -v tstclnt)" | sed -n 's/.*libnss3\.so => \([^ ]*\).*/\1/p')
  grep -a -o 'Version: NSS [0-9.]*' "$library"
  exit 0
fi

roots=$1 address=$2 port=$3 host=$4 request=$5
shift 5
database=sql:$PWD

# split FILE NAME: one PEM block a file, because the tools take no more; without a process for it.
split() {
  number=0
  while IFS= read -r text; do
    case $text in -----BEGIN*) number=$((number + 1)) ;; esac
    [ "$number" -eq 0 ] || printf '%s\n' "$text" >>"$2-$number.pem"
  done <"$1"
}

split "$roots" root
# A database without a password does for anchors and comes with the first of them; keys need one that is set, if empty.
if [ ! -e root-1.pem ]; then initialize=yes; else initialize=; fi
for option in "$@"; do
  if [ "$option" = --p12 ]; then initialize=yes; fi
done
if [ "$initialize" ]; then certutil -N -d "$database" --empty-password || exit 92; fi
for root in root-*.pem; do
  [ -e "$root" ] || continue
  # C: a trusted CA; P: a trusted peer, because an anchor may be the server's own certificate.
  certutil -A -d "$database" -n "$root" -t CP,, -i "$root" || exit 91
done

nickname=
while [ $# -gt 0 ]; do
  case $1 in
    --crls)
      # One list a file, as DER. -B: the issuer of a list may be a CA that only the server sends.
      split "$2" list
      for list in list-*.pem; do
        [ -e "$list" ] || continue
        openssl crl -in "$list" -outform DER -out "$list.der" && crlutil -I -B -d "$database" -i "$list.der" >&2 || exit 92
      done
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
