# bash completion for rogues, made by 'rogues completions bash'; do not edit.
_rogues() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "run compare bisect replay serve explore corpus export report diff baseline list explain coverage lint doctor init new pins schema completions man help version --help --version" -- "$word"))
    return
  fi
  case $verb in
    run)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --skip) COMPREPLY=(); return ;;
        --level) COMPREPLY=($(compgen -W "must should may" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "low medium high critical" -- "$word")); return ;;
        --profile) COMPREPLY=($(compgen -W "$(rogues list --profiles --ids 2>/dev/null)" -- "$word")); return ;;
        --axes) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=" -- "$word")); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --report) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=" -- "$word")); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --shard) COMPREPLY=(); return ;;
        --responder-port) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --baseline) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --repeat) COMPREPLY=(); return ;;
        --listen) COMPREPLY=(); return ;;
        --host) COMPREPLY=(); return ;;
        --roots) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --page) COMPREPLY=(); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --tag -t --skip --level --severity --profile --axes --jobs -j --timeout --seed --at --artifacts --report --log --shard --dry-run -n --responder-port --catalogue --strict --baseline --fail-fast --last-failed --repeat --listen --host --roots --page --config --verbose -v --quiet -q --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    compare)
      case $before in
        --scenario|-s) COMPREPLY=(); return ;;
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --skip) COMPREPLY=(); return ;;
        --level) COMPREPLY=($(compgen -W "must should may" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "low medium high critical" -- "$word")); return ;;
        --profile) COMPREPLY=($(compgen -W "$(rogues list --profiles --ids 2>/dev/null)" -- "$word")); return ;;
        --axes) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=" -- "$word")); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --report) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=" -- "$word")); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --shard) COMPREPLY=(); return ;;
        --responder-port) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--scenario -s --adapter -a --tag -t --skip --level --severity --profile --axes --jobs -j --timeout --seed --at --artifacts --report --log --shard --dry-run -n --responder-port --catalogue --all --notes --config --verbose -v --quiet -q --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    bisect)
      case $before in
        --from) COMPREPLY=(); return ;;
        --to) COMPREPLY=(); return ;;
        --axes) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=" -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--from --to --axes --json --catalogue --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    replay)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --timeout) COMPREPLY=(); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --timeout --artifacts --log --catalogue --verbose -v --quiet -q --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
    serve)
      case $before in
        --tag|-t) COMPREPLY=(); return ;;
        --skip) COMPREPLY=(); return ;;
        --level) COMPREPLY=($(compgen -W "must should may" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "low medium high critical" -- "$word")); return ;;
        --profile) COMPREPLY=($(compgen -W "$(rogues list --profiles --ids 2>/dev/null)" -- "$word")); return ;;
        --axes) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=" -- "$word")); return ;;
        --listen) COMPREPLY=(); return ;;
        --page) COMPREPLY=(); return ;;
        --host) COMPREPLY=(); return ;;
        --roots) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --output|-o) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--tag -t --skip --level --severity --profile --axes --listen --page --host --roots --all --output -o --json --color --catalogue --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    explore)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --minutes) COMPREPLY=(); return ;;
        --cases) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --minutes --cases --seed --jobs -j --timeout --tag -t --folder --quiet -q --catalogue --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    corpus)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --results) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --table) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --jobs -j --timeout --results --log --table --artifacts --all --quiet -q --folder --catalogue --help -h" -- "$word"))
      else
        if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W "run list export" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
      fi
      ;;
    export)
      case $before in
        --format) COMPREPLY=($(compgen -W "limbo pem" -- "$word")); return ;;
        --file) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --skip) COMPREPLY=(); return ;;
        --level) COMPREPLY=($(compgen -W "must should may" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "low medium high critical" -- "$word")); return ;;
        --profile) COMPREPLY=($(compgen -W "$(rogues list --profiles --ids 2>/dev/null)" -- "$word")); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--format --file --folder --tag -t --skip --level --severity --profile --seed --at --catalogue --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    report)
      case $before in
        --to) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=" -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--to --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
    diff)
      case $before in
        --html) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--across --json --html --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
    baseline)
      case $before in
        --why) COMPREPLY=(); return ;;
        --issue) COMPREPLY=(); return ;;
        --until) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--add --why --issue --until --catalogue --help -h" -- "$word"))
      else
        if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W "update" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
      fi
      ;;
    list)
      case $before in
        --tag|-t) COMPREPLY=(); return ;;
        --skip) COMPREPLY=(); return ;;
        --level) COMPREPLY=($(compgen -W "must should may" -- "$word")); return ;;
        --severity) COMPREPLY=($(compgen -W "low medium high critical" -- "$word")); return ;;
        --profile) COMPREPLY=($(compgen -W "$(rogues list --profiles --ids 2>/dev/null)" -- "$word")); return ;;
        --grep|-g) COMPREPLY=(); return ;;
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--tag -t --skip --level --severity --profile --grep -g --adapters --behaviours --defects --profiles --findings --adapter -a --ids --json --catalogue --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    explain)
      case $before in
        --axes) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W "pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=" -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--axes --json --catalogue --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    coverage)
      case $before in
        --panel) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--panel --adapter -a --json --catalogue --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    lint)
      case $before in
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--json --catalogue --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
    doctor)
      case $before in
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --listen) COMPREPLY=(); return ;;
        --host) COMPREPLY=(); return ;;
        --roots) COMPREPLY=($(compgen -f -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--catalogue --listen --host --roots --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    init)
      case $before in
        --door) COMPREPLY=($(compgen -W "exec session recipe swift" -- "$word")); return ;;
        --from) COMPREPLY=(); return ;;
        --adapter) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --owner) COMPREPLY=(); return ;;
        --listen) COMPREPLY=(); return ;;
        --host) COMPREPLY=(); return ;;
        --roots) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--door --from --adapter --owner --listen --host --roots --folder --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=()
      fi
      ;;
    new)
      case $before in
        --door) COMPREPLY=($(compgen -W "exec session recipe swift" -- "$word")); return ;;
        --from) COMPREPLY=(); return ;;
        --world) COMPREPLY=(); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--door --from --world --folder --help -h" -- "$word"))
      else
        COMPREPLY=()
      fi
      ;;
    pins)
      case $before in
        --from) COMPREPLY=($(compgen -W "android trustkit ats okhttp curl source" -- "$word")); return ;;
        --to) COMPREPLY=($(compgen -W "android trustkit ats okhttp curl" -- "$word")); return ;;
        --host) COMPREPLY=(); return ;;
        --position) COMPREPLY=($(compgen -W "leaf ca" -- "$word")); return ;;
        --world) COMPREPLY=(); return ;;
        --value) COMPREPLY=(); return ;;
        --folder) COMPREPLY=($(compgen -d -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--from --to --host --position --world --value --folder --help -h" -- "$word"))
      else
        if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W "import export" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
      fi
      ;;
    schema)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "world scenario adapter stack ledger corpus family profile project decision-table circumstances checks probes attempt statement log" -- "$word"))
      fi
      ;;
    completions)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "bash zsh fish" -- "$word"))
      fi
      ;;
    man)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=()
      fi
      ;;
    help)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "run compare bisect replay serve explore corpus export report diff baseline list explain coverage lint doctor init new pins schema completions man help version" -- "$word"))
      fi
      ;;
    version)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=()
      fi
      ;;
  esac
}
complete -F _rogues rogues
