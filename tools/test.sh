#!/bin/sh
# Every check of the project, each run even when one before it failed; `make test` calls it. What each stage shows, and
# why no other shows it, stands in docs/testing.md.
set -u
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
PATH=$bin:$PATH
SANDTABLE_CACHE=${SANDTABLE_CACHE:-$PWD/.cache/kernels}
export PATH SANDTABLE_CACHE
export NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING=1 # numba colours each form of a call that it tries, and shows none
unset PYTHONDONTWRITEBYTECODE # else every worker and every server of a test reads all sources again: 30 s each
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
begun=$(date +%s)

stage() { # stage "name" command...: its output, and a line in the summary: seconds, and seconds of processors
    name=$1
    shift
    printf '\n== %s\n' "$name"
    start=$(date +%s)
    times >"$out.times" # of this lane, and of all that it has run and seen end
    "$@" >"$out" 2>&1
    status=$?
    times >>"$out.times"
    took=$(($(date +%s) - start))
    used=$(awk -F'[ms ]+' 'NR % 2 == 0 { t = 60 * ($1 + $3) + $2 + $4 - t } END { printf "%.0f", t }' "$out.times")
    cat "$out"
    counts=$(grep -hoE '[0-9]+ (passed|failed|error|skipped)[^=]*' "$out" | tail -n 1 | sed 's/ in [0-9].*//')
    word=ok
    [ "$status" = 0 ] || word=FAILED
    printf '%-7s %4ss %5ss  %s  %s\n' "$word" "$took" "$used" "$name" "$counts" >>"$summary"
}

not_run() { # not_run "what" "how to get it": one line here and one in the summary
    printf '\n== %s DID NOT RUN: %s\n' "$1" "$2"
    printf 'NOT RUN               %s: %s\n' "$1" "$2" >>"$summary"
}

lane() { # lane NUMBER: what is printed and summed up from here on is kept apart from other lanes
    out=$logs/out$1
    summary=$logs/summary$1
    : >"$summary"
}

sources="src tests tools benchmarks hatch_build.py"
games=$(python -c "from sandtable.games import game_keys; print(*game_keys())")
cores=$(python -c 'import os; print(min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))')

# Both lanes keep one core busy each.
lane 1
{
    stage "style (ruff)" ruff check $sources
    stage "layout (ruff format)" ruff format --check $sources
    stage "types (mypy)" mypy
    stage "floors (import-linter)" lint-imports --no-logo
    stage "workflows (check-jsonschema)" check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
    stage "docs: site (mkdocs, strict)" env NO_MKDOCS_2_WARNING=1 mkdocs build --strict --site-dir "$logs/site"
    for game in $games; do
        stage "rulebook coverage, $game" sandtable rules "$game" --coverage --brief
    done
} >"$logs/printed1" 2>&1 &
lane 2
{
    if [ -f web/package.json ]; then
        stage "board: types (svelte-check)" python tools/build_board.py --npm run check
        stage "board: style and layout (eslint, prettier)" python tools/build_board.py --npm run lint
        stage "board: units (vitest)" python tools/build_board.py --npm test
    fi
} >"$logs/printed2" 2>&1
wait
cat "$logs/printed1" "$logs/printed2"

# Neighbours in a file share what they compile, so whoever has nothing left takes from the end of the other's share.
# One worker more than there are cores, as many tests wait for a server or a browser. What fails is tried once more, five
# times in a stage at most, and listed.
pytest="python -m pytest -q --dist worksteal -n $((cores + 1)) --durations 20 --durations-min 3 --reruns 1 --max-suite-reruns 5 -rR"

# The compiler works at a low priority, and leaves the cores to these two, which need nothing that it makes.
lane 3
{
    postgresql=$(sh tools/postgresql.sh)
    if [ -n "$postgresql" ]; then
        stage "server: on PostgreSQL" env SANDTABLE_POSTGRESQL="$postgresql" NUMBA_DISABLE_JIT=1 $pytest tests/server/test_postgresql.py
    else
        not_run "The tests on PostgreSQL" "none here. Install it (apt-get install postgresql) or set SANDTABLE_POSTGRESQL to the folder of its programs."
    fi
    if sh tools/proxies.sh >"$out"; then
        stage "server: behind a proxy" env SANDTABLE_CHROMIUM="$(sh tools/chromium.sh)" NUMBA_DISABLE_JIT=1 $pytest tests/server/test_proxies.py
        for proxy in nginx caddy; do
            PATH=$PATH:/usr/sbin command -v "$proxy" >/dev/null ||
                not_run "The tests behind $proxy" "none here. Install it (apt-get install $proxy)."
        done
    else
        not_run "The tests behind a proxy" "neither nginx nor Caddy here. Install them (apt-get install nginx-light caddy)."
    fi
} >"$logs/printed3" 2>&1 &
lane 4
stage "rules compiled, on all cores" sandtable compile
wait
cat "$logs/printed3"

python="not browser and not postgresql and not proxy"
lane 5
stage "Python, compiled" $pytest -m "$python and not by_hand"

# A browser waits more than it works: what it leaves of the cores goes to rules that run interpreted, with no server to wait for.
lane 6
{
    if [ -f web/package.json ]; then
        chromium=$(sh tools/chromium.sh)
        if [ -n "$chromium" ]; then
            stage "board: real browser" env SANDTABLE_CHROMIUM="$chromium" $pytest tests/browser
        else
            not_run "The browser tests" "no Chromium here. Install one (apt-get install chromium) or set SANDTABLE_CHROMIUM to its path."
        fi
    fi
} >"$logs/printed6" 2>&1 &
lane 7
# None of these waits: one worker more would import and collect once more, some 15 s of a processor, and bring nothing.
stage "Python, interpreted, reduced" nice -n 10 env NUMBA_DISABLE_JIT=1 SANDTABLE_REDUCED=1 $pytest -n "$cores" -m "$python and not full"
wait
cat "$logs/printed6"

took=$(($(date +%s) - begun))
printf '\n================ summary (%s min %s s, %s cores) ================\n' $((took / 60)) $((took % 60)) "$cores"
cat "$logs/summary1" "$logs/summary2" "$logs/summary3" "$logs/summary4" "$logs/summary5" "$logs/summary7" "$logs/summary6"
failed=$(cat "$logs"/summary? | grep -c '^FAILED')
if [ "$failed" = 0 ]; then
    echo "All checks that ran passed."
else
    echo "$failed of the checks failed; their output is above."
    exit 1
fi
