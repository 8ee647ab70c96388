# What the adapters of mail clients share, for their client.sh to source: the question of an attempt, which no option of
# theirs can ask (mail.c).

# ready TOOL: checks that the tools are installed, and builds the preloaded library once; its path is in $library.
ready() {
  for tool in "$1" cc; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 69; }
  done
  source=$(cd "$(dirname "$0")/../shared" && pwd)/mail.c
  # HOME is private here, so the user's cache is looked for where the user's account has it.
  cache=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/rogues/adapters/mail
  library=$cache/$({ cat "$source"; ls -lL "$(command -v cc)"; } | cksum | tr ' ' -).so
  if ! [ -e "$library" ]; then
    # Under its name only when it is whole: others may build it as well.
    mkdir -p "$cache" && cc -shared -fPIC -O1 -Wall "$source" -o "$library.$$" >&2 && mv "$library.$$" "$library" ||
      { rm -f "$library.$$"; echo "mail.c cannot be compiled"; exit 69; }
  fi
}

# ask QUESTION COMMAND TOOL ARGUMENTS...: runs a client that asks it, after STARTTLS in the place of the command.
ask() {
  export ROGUES_ASK="$1"
  if [ "$2" ]; then export ROGUES_ASK_FOR="$2"; else export ROGUES_REPLY="$PWD/reply"; fi
  shift 2
  LD_PRELOAD=$library${LD_PRELOAD:+:$LD_PRELOAD} "$@"
}
