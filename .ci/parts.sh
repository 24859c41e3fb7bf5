# Sourced by `run` and `nightly`: runs parts, prints the minutes of each and of a processor, and last of all the end of what
# each failed part printed, because some readers keep only the last lines.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
logs=$(mktemp -d) || exit 1
trap 'rm -rf "$logs"' EXIT
touch "$logs/report" "$logs/failed"
part() {
  local name=$1 started=$SECONDS log used TIMEFORMAT='%U %S'
  shift
  log=$(mktemp -p "$logs") || exit 1
  printf '\n=== %s\n' "$name"
  { time "$@" > >(tee "$log") 2>&1 || printf '%s\t%s\n' "$log" "$name" >> "$logs/failed"; } 2> "$log.time"
  used=$(tail -n 1 "$log.time")
  awk -v used="$used" -v wall=$((SECONDS - started)) -v name="$name" \
    'BEGIN { split(used, s, " "); printf "%5.1f min  %5.1f of a processor  %s\n", wall / 60, (s[1] + s[2]) / 60, name }' \
    >> "$logs/report"
}
# Runs functions beside each other. Fails where one of them ended early, so that some of its parts did not run.
beside_each_other() {
  local track tracks=() status=0
  for track in "$@"; do
    "$track" &
    tracks+=("$!")
  done
  for track in "${tracks[@]}"; do wait "$track" || status=1; done
  return "$status"
}
# The oldest Python that the package promises; fails where there is none.
oldest_python() {
  local python
  for python in python3.10 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.10.*/bin/python3.10; do
    "$python" --version >/dev/null 2>&1 && echo "$python" && return 0
  done
  return 1
}
report() {
  printf '\n%s\n%5.1f min  in all\n' "$(cat "$logs/report")" "$(awk "BEGIN { print $SECONDS / 60 }")"
  [[ -s $logs/failed ]] || return 0
  while IFS=$'\t' read -r log name; do
    printf '\n=== failed: %s\n' "$name"
    grep -E ' FAIL |^✗|^FAILED|✗ ' "$log" | sort -u | head -n 40
    tail -n 80 "$log" | cut -c 1-240
  done < "$logs/failed"
  printf 'Failed: %s\n' "$(cut -f 2 "$logs/failed" | paste -sd ';')"
  return 1
}
