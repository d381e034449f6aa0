#!/usr/bin/env bash
# Runs planlint with every report that a job on GitHub has a place for. Ends well: the exit code is an output, and the action's last step ends with it.
set -uo pipefail

reports=$(mktemp -d "${RUNNER_TEMP:-/tmp}/planlint.XXXXXX")
code=2

tell() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

run() {
  cd "$PLANLINT_FOLDER" || return
  local words=()
  if [ -n "${PLANLINT_ARGS//[[:space:]]/}" ]; then
    while IFS= read -r word; do words+=("$word"); done < <(xargs -n 1 printf '%s\n' <<<"$PLANLINT_ARGS")
  fi
  [ -z "$PLANLINT_CONFIG" ] || words+=(--config "$PLANLINT_CONFIG")
  [ -z "$PLANLINT_FAIL_ON" ] || words+=(--fail-on "$PLANLINT_FAIL_ON")
  [ -z "$PLANLINT_SARIF" ] || words+=(--format "sarif=$PLANLINT_SARIF")
  [ -z "$PLANLINT_SARIF" ] || rm -f "$PLANLINT_SARIF"
  local package="planlint@$PLANLINT_VERSION"
  case $PLANLINT_VERSION in */* | *:*) package=$PLANLINT_VERSION ;; esac
  npx --yes --package "$package" -- planlint check ${words[@]+"${words[@]}"} \
    --format pretty --format "github=$reports/annotations" --format "markdown=$reports/comment.md"
  code=$?
}

run
# npm ends with 1, too, where it cannot get the package.
[ -s "$reports/comment.md" ] || code=2

if [ "$code" -eq 2 ]; then
  echo '::error title=planlint::planlint has no answer; the log of this step says why'
  printf '<!-- planlint -->\n### ⚠️ planlint has no answer\n\nNothing was judged. The log of the job says why.\n' >"$reports/comment.md"
fi
[ ! -f "$reports/annotations" ] || cat "$reports/annotations"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$reports/comment.md" >>"$GITHUB_STEP_SUMMARY"

tell exit-code "$code"
tell comment-file "$reports/comment.md"
case $PLANLINT_SARIF in
  /*) sarif=$PLANLINT_SARIF ;;
  *) sarif=${PLANLINT_FOLDER%/}/$PLANLINT_SARIF ;;
esac
if [ -n "$PLANLINT_SARIF" ] && [ -f "$PLANLINT_SARIF" ]; then tell sarif-file "${sarif#./}"; else tell sarif-file ''; fi
exit 0
