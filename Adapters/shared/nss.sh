# What the adapters of NSS share, for their client.sh to source: a database that is made for one attempt.

# version TOOL...: checks that the tools are installed, and prints the version of NSS.
version() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
  done
  # No tool prints the version; the library holds it as text.
  library=$(ldd "$(command -v "$1")" | sed -n 's/.*libnss3\.so => \([^ ]*\).*/\1/p')
  grep -a -o 'Version: NSS [0-9.]*' "$library"
  exit 0
}

. "$(dirname "$0")/../shared/pem.sh"

# trust_roots DATABASE: trusts the certificates in the files root-*.pem, or exits with 91.
trust_roots() {
  for root in root-*.pem; do
    [ -e "$root" ] || continue
    # C: a trusted CA; P: a trusted peer, because an anchor may be the server's own certificate.
    certutil -A -d "$1" -n "$root" -t CP,, -i "$root" || exit 91
  done
}

# add_crls DATABASE FILE: adds the CRLs of a file of PEM blocks, or exits with 92.
add_crls() {
  # One list a file, as DER. -B: the issuer of a list may be a CA that only the server sends.
  split "$2" list
  for list in list-*.pem; do
    [ -e "$list" ] || continue
    openssl crl -in "$list" -outform DER -out "$list.der" && crlutil -I -B -d "$1" -i "$list.der" >&2 || exit 92
  done
}
