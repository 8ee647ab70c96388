import Foundation

/// Stand-ins for the tools of devices, which answer and fail with the words and statuses of the real ones, as they are
/// documented and reported in public. A file `state` says in which way; after the first look, it is what `later` says.
enum DeviceTools {
  /// `adb` of the platform tools; the app's files are in `files`, and the number of its process in `app.pid`.
  static func adb(_ place: TemporaryWorkplace) -> String {
    """
    #!/bin/sh
    cd '\(place.folder)' || exit 1
    state=$(cat state)
    fail() { printf '%s\\n' "$1" >&2; exit 1; }
    case $state in
      none) fail 'error: no devices/emulators found' ;;
      two) fail 'error: more than one device/emulator' ;;
      offline) fail 'error: device offline' ;;
      unauthorized) fail "error: device unauthorized.
    This adb server's \\$ADB_VENDOR_KEYS is not set
    Try 'adb kill-server' if that seems wrong.
    Otherwise check for a confirmation dialog on your device." ;;
    esac
    case $* in
      get-state) echo device ;;
      'reverse '*) echo "${2#tcp:}" ;;
      'shell dumpsys package '*)
        echo '    versionName=4.2'
        [ ! -e later ] || cp later state ;;
      'shell am start '*)
        echo 'Starting: Intent { dat=https://... cmp=com.acme/.PinTest }'
        case $state in
          slow) exec sleep 1000 ;;
          missing) printf 'Error type 3\\nError: Activity class {com.acme/com.acme.PinTest} does not exist.\\n'; exit 0 ;;
          stuck) printf 'Status: timeout\\nComplete\\n'; exit 0 ;;
        esac
        for url; do :; done
        printf %s "$url" >ask/t
        [ $state = crash ] && rm -f app.pid
        [ $state = garbled ] && mkdir -p files && echo 'java.lang.NullPointerException' >"files/rogues-${url##*/}"
        mv ask/t "ask/${url##*/}.url"
        printf 'Status: ok\\nLaunchState: COLD\\nComplete\\n' ;;
      'shell pidof '*) [ -e app.pid ] && cat app.pid ;;
      'shell run-as '*)
        [ $state != undebuggable ] || { echo 'run-as: package not debuggable: com.acme'; exit 1; }
        shift 3
        exec "$@" 2>&1 ;;
      *) fail "adb: unknown command $1" ;;
    esac
    """
  }

  /// `xcrun simctl` of Xcode; the app's files are in `data/Documents`.
  static func xcrun(_ place: TemporaryWorkplace) -> String {
    """
    #!/bin/sh
    cd '\(place.folder)' || exit 1
    state=$(cat state)
    shift
    fail() { printf '%s\\n' "$2" >&2; exit "$1"; }
    phone() { echo "    iPhone 15 ($1) (Booted)"; }
    case $* in
      'list devices booted')
        printf '== Devices ==\\n-- iOS 17.5 --\\n'
        [ $state = none ] || phone 89E58B5D-AAC2-4A71-B10E-57A8BF6AEF76
        [ $state != two ] || phone 1CC993BD-B441-453B-8141-47CA21933443 ;;
      'get_app_container '*' app')
        echo '\(place.folder)/bundle'
        [ ! -e later ] || cp later state ;;
      'get_app_container '*' data')
        [ $state != missing ] || fail 2 'An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=2):
    No such file or directory'
        echo '\(place.folder)/data' ;;
      'launch '*)
        case $state in
          slow) exec sleep 1000 ;;
          shutdown) fail 149 'An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):
    Unable to lookup in current state: Shutdown' ;;
          denied) fail 4 'An error was encountered processing the command (domain=FBSOpenApplicationServiceErrorDomain, code=4):
    Simulator device failed to launch com.acme.app.' ;;
        esac
        for url; do :; done
        mkdir -p data/Documents
        [ $state = garbled ] && echo 'Fatal error: Unexpectedly found nil' >"data/Documents/rogues-${url##*/}"
        # A process that has ended.
        sh -c 'echo "com.acme.app: $$"' >launched
        [ $state = crash ] && cat launched || echo "com.acme.app: $(cat app.pid)" ;;
      *) fail 1 "Unrecognized subcommand: $1" ;;
    esac
    """
  }
}
