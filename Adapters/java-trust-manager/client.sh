#!/bin/sh
# Java with pins in an X509TrustManager, in a virtual machine for all attempts.
#
#   client.sh SUN|BC [--version]
set -u
folder=$(dirname "$0")
jars=/usr/share/java
for tool in java javac; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
done
path=
if [ "$1" = BC ]; then
  for jar in bcprov bctls bcutil; do
    [ -r "$jars/$jar.jar" ] || { echo "$jars/$jar.jar is not installed"; exit 69; }
    path=$path:$jars/$jar.jar
  done
fi
if [ "${2:-}" = --version ]; then
  # The versioned name is beside the plain one.
  if [ "$1" = BC ]; then
    for jar in "$jars"/bctls-[0-9]*.jar; do basename "$jar" .jar | sed 's/^bctls-/BouncyCastle JSSE /'; done
    exit 0
  fi
  exec java --version
fi
classes=$(mktemp -d) || exit 69     # in TMPDIR, which is private and is removed
javac -J-XX:TieredStopAtLevel=1 -d "$classes" "$folder/Pinning.java" "$folder/../java-jsse/Adapter.java" >&2 || exit 69
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$classes$path" Pinning "$1"
