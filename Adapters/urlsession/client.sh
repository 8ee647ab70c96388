#!/bin/sh
# URLSession of swift-corelibs-foundation, in a program of a few lines that is compiled once for each compiler.
#
#   client.sh --version
#   client.sh ROOTS URL
set -u
folder=$(cd "$(dirname "$0")" && pwd)
for tool in swiftc clang; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed; see https://swift.org/install"; exit 69; }
done
# HOME is private here, so the user's cache is looked for where the user's account has it.
cache=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/rogues/adapters/urlsession
built=$cache/$({ cat "$folder/main.swift" "$folder/store.c"; ls -lL "$(command -v swiftc)"; } | cksum | tr ' ' -)
if ! [ -x "$built/urlsession" ]; then
  # Under its name only when it is whole: others may compile it as well.
  new=$built.$$
  mkdir -p "$new" && swiftc -O "$folder/main.swift" -o "$new/urlsession" >&2 &&
    clang -shared -fPIC -O "$folder/store.c" -o "$new/store.so" >&2 || { rm -rf "$new"; echo "it cannot be compiled"; exit 69; }
  mv -T "$new" "$built" 2>/dev/null || rm -rf "$new"
fi
if [ "$1" = --version ]; then exec swiftc --version; fi
ROGUES_ROOTS=$1 ROGUES_FETCH=$2 LD_PRELOAD=$built/store.so${LD_PRELOAD:+:$LD_PRELOAD} exec "$built/urlsession"
