#!/bin/sh
# Print the path of a Chromium for browser tests and pictures: $SANDTABLE_CHROMIUM, PATH, else apt-get where we are
# root. With --no-install nothing is installed. Prints nothing and exits 1 where there is none. The shell without windows
# comes first: a whole Chromium starts a process for the buttons around every page, and takes a fifth longer over the tests.
set -u
find_it() {
    if [ -n "${SANDTABLE_CHROMIUM:-}" ]; then
        [ -x "$SANDTABLE_CHROMIUM" ] && echo "$SANDTABLE_CHROMIUM"
        return
    fi
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null 2>&1 && "$name" --version >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
}
install_one() {
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $package >/dev/null 2>&1 && return
    done
    return 1
}
found=$(find_it)
if [ -z "$found" ] && [ "${1:-}" != --no-install ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "No Chromium on PATH: installing it with apt-get for the browser tests." >&2
    install_one || { apt-get update -q >/dev/null 2>&1 && install_one; } || echo "apt-get could not install it." >&2
    found=$(find_it)
fi
[ -n "$found" ] && echo "$found"
