#!/bin/sh
# Print the path of a Chromium for the browser tests: $SANDTABLE_CHROMIUM, PATH, else apt-get where we are root.
# Prints nothing and exits 1 where there is none. The shell without windows comes first: a whole Chromium starts a
# process for the buttons around every page, and takes a fifth longer over the tests.
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
install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1" >/dev/null 2>&1
}
found=$(find_it)
if [ -z "$found" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "No Chromium on PATH: installing it with apt-get for the browser tests." >&2
    install chromium-headless-shell || install chromium ||
        { apt-get update -q >/dev/null 2>&1 && { install chromium-headless-shell || install chromium; }; } ||
        echo "apt-get could not install it." >&2
    found=$(find_it)
fi
[ -n "$found" ] && echo "$found"
