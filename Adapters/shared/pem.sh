# For the client.sh of adapters to source: files of several PEM blocks.

# split FILE NAME: one PEM block a file, because the tools take no more; without a process for it.
split() {
  number=0
  while IFS= read -r text; do
    case $text in -----BEGIN*) number=$((number + 1)) ;; esac
    [ "$number" -eq 0 ] || printf '%s\n' "$text" >>"$2-$number.pem"
  done <"$1"
}
