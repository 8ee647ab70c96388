#!/bin/sh
# strongSwan's pki --verify, with the plugins and the certificates of one attempt.
#
#   client.sh --version
#   client.sh ROOTS LEAF [--rest FILE] [--crls FILE] [--fetch crl] [--fetch ocsp]
#
# Exit statuses of this script: 91 no anchor; those of pki are 0, 1, 2 and 3.
set -u
. "$(dirname "$0")/../shared/pem.sh"   # --cacert and --crl take one block a file

# Those of Debian's pki, without hardware and without fetching.
plugins="aes rc2 sha2 sha1 md5 mgf1 random x509 revocation pubkey pkcs1 pkcs7 pkcs12 dnskey sshkey pem openssl gcrypt pkcs8
  gmp curve25519 hmac kdf drbg"
crl=no ocsp=no fetch=
configure() {
  printf 'pki {\n load = %s\n plugins { revocation { enable_crl = %s\n enable_ocsp = %s\n } }\n}\n' \
    "$(printf %s "$plugins" | tr '\n' ' ') $fetch" "$crl" "$ocsp" >strongswan.conf
}

if [ "$1" = --version ]; then
  command -v pki >/dev/null || { echo "pki is not installed"; exit 69; }
  exec pki --help 2>&1
fi

subject() { printf %s "$1" | sed -n 's/^ *subject: *//p'; }

split "$1" root
leaf=$2
shift 2
# Without --cacert pki trusts the leaf itself.
[ -e root-1.pem ] || exit 91

rest= online=
while [ $# -gt 0 ]; do
  case $1 in
    --rest) split "$2" rest; rest=yes ;;
    --crls) split "$2" list; crl=yes ;;
    --fetch) fetch=curl online=--online; eval "$2=yes" ;;
  esac
  shift 2
done
configure
export STRONGSWAN_CONF=strongswan.conf

# An intermediate goes into --cacert, too: pki accepts only a self-signed CA from there as an anchor. So a root that the server
# sent must not get there; nor may a certificate with the leaf's subject, by which pki finds what it judges.
if [ "$rest" ]; then
  judged=$(subject "$(pki --print --in "$leaf" 2>/dev/null)")
  for file in rest-*.pem; do
    text=$(pki --print --in "$file" 2>/dev/null)
    case $text in *self-signed*) continue ;; esac
    if [ "$(subject "$text")" != "$judged" ]; then set -- "$@" --cacert "$file"; fi
  done
fi
for file in root-*.pem; do set -- "$@" --cacert "$file"; done
for file in list-*.pem; do
  if [ -e "$file" ]; then set -- "$@" --crl "$file"; fi
done
exec pki --verify --in "$leaf" "$@" $online
