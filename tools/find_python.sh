#!/bin/sh
# Print a Python 3.11 to 3.13 that runs and can make environments; $PYTHON first, then the usual names.
# A name on PATH may be a shim for a version that is not switched on, so each candidate is tried.
set -u
try='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
    [ -n "$name" ] || continue
    IFS=:
    for folder in $PATH; do
        case $name in
            */*) candidate=$name ;;
            *) candidate=$folder/$name ;;
        esac
        if [ -x "$candidate" ] && "$candidate" -c "$try" >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            exit 0
        fi
    done
    unset IFS
done
echo "Sandtable needs Python 3.11, 3.12 or 3.13 with its venv module, and found none on PATH." >&2
echo "Install one (Debian, Ubuntu: apt-get install python3 python3-venv; others: python.org)," >&2
echo "or name it: make PYTHON=/path/to/python3.12 ..." >&2
exit 1
