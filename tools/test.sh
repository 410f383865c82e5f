#!/bin/sh
# Every check of the project, one after another; each is run even when one before it failed. `make test` calls it.
set -u
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
PATH=$bin:$PATH
export PATH
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
summary=$logs/summary
failed=0
begun=$(date +%s)

stage() { # stage "name" command...
    name=$1
    shift
    printf '\n== %s\n' "$name"
    start=$(date +%s)
    "$@" >"$logs/out" 2>&1
    status=$?
    took=$(($(date +%s) - start))
    cat "$logs/out"
    counts=$(grep -hoE '[0-9]+ (passed|failed|error|skipped)[^=]*' "$logs/out" | tail -n 1 | sed 's/ in [0-9].*//')
    if [ "$status" = 0 ]; then
        printf 'ok      %4ss  %s  %s\n' "$took" "$name" "$counts" >>"$summary"
    else
        printf 'FAILED  %4ss  %s  %s\n' "$took" "$name" "$counts" >>"$summary"
        failed=$((failed + 1))
    fi
}

not_run() { # not_run "what" "how to get it": one line here and one in the summary
    printf '\n== %s DID NOT RUN: %s\n' "$1" "$2"
    printf 'NOT RUN        %s: %s\n' "$1" "$2" >>"$summary"
}

cores=$(python -c 'import os; print(min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))')
cache=${SANDTABLE_CACHE:-$PWD/.cache/kernels}

stage "style (ruff)" ruff check src tests tools hatch_build.py
stage "layout (ruff format)" ruff format --check src tests tools hatch_build.py
stage "types (mypy)" mypy
stage "floors (import-linter)" lint-imports --no-logo
SANDTABLE_CACHE=$cache
export SANDTABLE_CACHE
# A file's tests stay on one worker: they share what they compile.
pytest="python -m pytest -q --dist loadfile -n $cores"
stage "Python, compiled" $pytest -m "not browser"
stage "Python, interpreted, reduced" env NUMBA_DISABLE_JIT=1 SANDTABLE_REDUCED=1 $pytest -m "not browser and not full"
# Bounds matter where arrays are indexed: in the kernels, so their tests and no others. It compiles all of them again.
stage "Python, bounds checked, reduced" env NUMBA_BOUNDSCHECK=1 SANDTABLE_REDUCED=1 $pytest -m "not full" \
    tests/kernel tests/dbaix tests/dba
for game in $(python -c "from sandtable.games import game_keys; print(*game_keys())"); do
    stage "rulebook coverage, $game" sandtable rules "$game" --coverage --brief
done
if [ -f web/package.json ]; then
    stage "board: types (svelte-check)" python tools/build_board.py --npm run check
    stage "board: units (vitest)" python tools/build_board.py --npm test
    chromium=$(sh tools/chromium.sh)
    if [ -n "$chromium" ]; then
        stage "board: real browser" env SANDTABLE_CHROMIUM="$chromium" python -m pytest -q -m browser
    else
        not_run "The browser tests" "no Chromium here. Install one (apt-get install chromium) or set SANDTABLE_CHROMIUM to its path."
    fi
fi

took=$(($(date +%s) - begun))
printf '\n================ summary (%s min %s s, %s cores) ================\n' $((took / 60)) $((took % 60)) "$cores"
cat "$summary"
if [ "$failed" = 0 ]; then
    echo "All checks that ran passed."
else
    echo "$failed of the checks failed; their output is above."
    exit 1
fi
