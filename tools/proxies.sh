#!/bin/sh
# Print which of nginx and Caddy are here, by their paths, a line each; what is missing is installed by apt-get where we are
# root. Prints nothing and exits 1 where there is neither.
set -u
found=
for program in nginx caddy; do
    PATH=$PATH:/usr/sbin
    if ! command -v "$program" >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "No $program here: installing it with apt-get for the tests." >&2
        package=$program
        [ "$program" = nginx ] && package=nginx-light
        # Nothing is started by being installed: the tests start their own.
        install() { RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" >/dev/null 2>&1; }
        install || { apt-get update -q >/dev/null 2>&1 && install; } || echo "apt-get could not install it." >&2
    fi
    path=$(command -v "$program" 2>/dev/null) && found="$found$path
"
done
printf '%s' "$found"
[ -n "$found" ]
