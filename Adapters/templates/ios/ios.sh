#!/bin/sh
# An adapter that drives an app in the iOS simulator with simctl. Copy it, change the four lines below, and give your test build
# the hook of ios.md: it gets the URL as an argument and writes Documents/rogues-ID, where /ID is the path of the URL.
app=com.acme.app
device=booted                               # or the simulator's UDID, if several are booted
connections='anybody'                       # macOS does not say whose a connection is
can='anchors system-anchors tls1.2 tls1.3'   # and pin.spki.chain, if it pins what the run prints

# What simctl itself says is never the app's decision.
fail() { echo "FAILED $1 $(printf %s "$2" | tr '\n' ' ')"; exit 0; }

limit() { end=$1; shift; perl -e 'alarm shift; exec @ARGV or exit 127' "$end" "$@" 2>&1; }

booted() {
  found=$(limit "$1" xcrun simctl list devices booted) || { echo "simctl: $found"; return 1; }
  count=$(printf %s "$found" | grep -c '(Booted)')
  [ "$count" -gt 0 ] || { echo 'no simulator is booted'; return 1; }
  [ "$count" = 1 ] || [ "$device" != booted ] || { echo "$count simulators are booted: say which in 'device'"; return 1; }
}

if [ "$ROGUES_HELLO" ]; then
  why=$(booted 30) || { echo "$why" >&2; exit 69; }
  bundle=$(limit 30 xcrun simctl get_app_container $device $app app) || { echo "$bundle" >&2; exit 69; }
  version=$(plutil -extract CFBundleShortVersionString raw "$bundle/Info.plist") || version=unknown
  words=$(printf '"%s",' $can)
  exec echo "{\"type\": \"ready\", \"protocol\": 1, \"adapter\": \"ios-app\", \"library\": {\"name\": \"$app\", \"version\": \"$version\"},
    \"startup\": 20000, \"connections\": \"$connections\", \"capabilities\": [${words%,}]}"
fi

for need in $ROGUES_NEEDS; do
  case " $can " in *" $need "*) ;; *) echo "UNSUPPORTED $need"; exit 0 ;; esac
done

end=$(($(date +%s) + ROGUES_DEADLINE_MS / 1000 - 2))
left() { seconds=$((end - $(date +%s))); [ $seconds -gt 0 ] && echo $seconds || echo 1; }

why=$(booted "$(left)") || fail network "$why"
data=$(limit "$(left)" xcrun simctl get_app_container $device $app data) || fail network "simctl: $data"
said=$data/Documents/rogues-${ROGUES_PATH#/}
started=$(limit "$(left)" xcrun simctl launch --terminate-running-process $device $app -rogues-url "$ROGUES_URL") ||
  fail network "simctl launch: $started"
# "com.acme.app: 4711"; the simulator's processes are this machine's.
process=${started##*: }
while [ "$(date +%s)" -lt $end ]; do
  kill -0 "$process" 2>/dev/null && runs=yes || runs=
  if [ -s "$said" ]; then
    answer=$(cat "$said")
    rm -f "$said"
    case $answer in ACCEPT\ * | CANCEL* | FAILED\ *) ;; *) fail server "the app wrote: $answer" ;; esac
    printf '%s\n' "$answer"
    exit 0
  fi
  [ "$runs" ] || fail network "the app is gone and left no answer: it crashed"
  sleep 0.2
done
fail timeout "the app wrote no answer"
