#!/bin/sh
# OkHttp as Debian's libokhttp-java has it, in a virtual machine for all attempts.
#
#   client.sh --version
#   client.sh
set -u
jars=/usr/share/java
for tool in java javac; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
done
for jar in okhttp okio; do
  [ -r "$jars/$jar.jar" ] || { echo "$jars/$jar.jar is not installed"; exit 69; }
done

if [ "${1:-}" = --version ]; then
  # The versioned name is beside the plain one. JSSE makes the handshakes, so its version belongs to it.
  java=$(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
  for jar in "$jars"/okhttp-[0-9]*.jar; do basename "$jar" .jar | sed "s,^okhttp-\(.*\),OkHttp \1/$java,"; done
  exit 0
fi
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$jars/okhttp.jar:$jars/okio.jar" "$(dirname "$0")/Adapter.java"
