# bash completion for rogues, made by 'rogues completions bash'; do not edit.
_rogues() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "run compare list explain coverage mutants lint doctor schema completions man help version --help --version" -- "$word"))
    return
  fi
  case $verb in
    run)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --axes) COMPREPLY=(); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --report) COMPREPLY=(); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --responder-port) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --tag -t --axes --jobs -j --timeout --seed --at --artifacts --report --log --dry-run -n --responder-port --catalogue --strict --verbose -v --quiet -q --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    compare)
      case $before in
        --scenario|-s) COMPREPLY=(); return ;;
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --axes) COMPREPLY=(); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --artifacts) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --report) COMPREPLY=(); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --responder-port) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--scenario -s --adapter -a --tag -t --axes --jobs -j --timeout --seed --at --artifacts --report --log --dry-run -n --responder-port --catalogue --all --notes --verbose -v --quiet -q --color --progress --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    list)
      case $before in
        --tag|-t) COMPREPLY=(); return ;;
        --grep|-g) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--tag -t --grep -g --adapters --behaviours --defects --ids --json --catalogue --color --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    explain)
      case $before in
        --axes) COMPREPLY=(); return ;;
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
    mutants)
      case $before in
        --adapter|-a) COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word")); return ;;
        --tag|-t) COMPREPLY=(); return ;;
        --axes) COMPREPLY=(); return ;;
        --jobs|-j) COMPREPLY=(); return ;;
        --timeout) COMPREPLY=(); return ;;
        --seed) COMPREPLY=(); return ;;
        --at) COMPREPLY=(); return ;;
        --log) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --responder-port) COMPREPLY=(); return ;;
        --catalogue) COMPREPLY=($(compgen -d -- "$word")); return ;;
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;;
        --progress) COMPREPLY=($(compgen -W "auto plain none" -- "$word")); return ;;
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--adapter -a --tag -t --axes --jobs -j --timeout --seed --at --log --responder-port --catalogue --json --quiet -q --color --progress --help -h" -- "$word"))
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
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--catalogue --help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "$(rogues list --adapters --ids 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      fi
      ;;
    schema)
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--help -h" -- "$word"))
      else
        COMPREPLY=($(compgen -W "world scenario adapter finding family decision-table attempt statement" -- "$word"))
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
        COMPREPLY=($(compgen -W "run compare list explain coverage mutants lint doctor schema completions man help version" -- "$word"))
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
