#!/bin/sh
# An adapter that drives an app on an Android device or emulator with adb. Copy it, change the four lines below, and give your
# test build the hook of android.md: it gets the URL in an intent and writes files/rogues-ID, where /ID is the URL's path.
app=com.acme                                # the package of a debuggable build
activity=com.acme.PinTest                   # exported by that build alone
device=''                                   # '-s SERIAL' if there are several
here=$(dirname "$(readlink -f "$0")")
connections="pid-file $here/adb.pid"        # what connects here for `adb reverse`: the adb server
can='anchors system-anchors tls1.2 tls1.3'   # and pin.spki.chain, if it pins what the run prints

# What adb itself says is never the app's decision.
fail() { echo "FAILED $1 $(printf %s "$2" | tr -d '\r' | tr '\n' ' ')"; exit 0; }

if [ "$ROGUES_HELLO" ]; then
  # Started by an adapter it would have neither your keys nor a life of its own.
  pgrep -of 'adb.* fork-server' >"$here/adb.pid" || { echo 'no adb server runs: adb start-server' >&2; exit 69; }
  found=$(timeout 20 adb $device get-state 2>&1) && [ "$found" = device ] || { echo "adb: $found" >&2; exit 69; }
  version=$(timeout 20 adb $device shell dumpsys package $app | tr -d '\r' | sed -n 's/^ *versionName=//p' | head -n 1)
  [ "$version" ] || { echo "$app is not installed on the device" >&2; exit 69; }
  words=$(printf '"%s",' $can)
  exec echo "{\"type\": \"ready\", \"protocol\": 1, \"adapter\": \"android-app\", \"library\": {\"name\": \"$app\", \"version\": \"$version\"},
    \"startup\": 20000, \"connections\": \"$connections\", \"capabilities\": [${words%,}]}"
fi

for need in $ROGUES_NEEDS; do
  case " $can " in *" $need "*) ;; *) echo "UNSUPPORTED $need"; exit 0 ;; esac
done

end=$(($(date +%s) + ROGUES_DEADLINE_MS / 1000 - 2))
left() { seconds=$((end - $(date +%s))); [ $seconds -gt 0 ] && echo $seconds || echo 1; }
adb_() { timeout "$(left)" adb $device "$@" 2>&1; }

found=$(adb_ get-state) && [ "$found" = device ] || fail network "adb: $found"
found=$(adb_ reverse tcp:$ROGUES_PORT tcp:$ROGUES_PORT) || fail network "adb reverse: $found"
said=files/rogues-${ROGUES_PATH#/}
# `am` ends with status 0 on many versions, whatever happened: its words count.
found=$(adb_ shell am start -W -S -n $app/$activity -d "$ROGUES_URL") || fail network "adb shell am start: $found"
case $found in *'Status: ok'*) ;; *) fail network "am start: $found" ;; esac
while [ "$(date +%s)" -lt $end ]; do
  runs=$(adb_ shell pidof $app)
  if answer=$(adb_ shell run-as $app cat $said) && [ "$answer" ]; then
    adb_ shell run-as $app rm $said >&2
    case $answer in ACCEPT\ * | CANCEL* | FAILED\ *) ;; *) fail server "the app wrote: $answer" ;; esac
    printf '%s\n' "$answer" | tr -d '\r'
    exit 0
  fi
  case $answer in run-as:*) fail network "$answer" ;; esac
  # Asked before its answer was: it can have answered and ended since.
  [ "$runs" ] || fail network "the app is gone and left no answer: it crashed, or the device went ($answer)"
  sleep 0.2
done
fail timeout "the app wrote no answer"
