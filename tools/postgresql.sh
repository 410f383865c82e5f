#!/bin/sh
# Print the folder of PostgreSQL's programs for the tests: $SANDTABLE_POSTGRESQL, PATH, Debian's own place, else apt-get
# where we are root. Prints nothing and exits 1 where there is none.
set -u
find_it() {
    if [ -n "${SANDTABLE_POSTGRESQL:-}" ]; then
        [ -x "$SANDTABLE_POSTGRESQL/initdb" ] && echo "$SANDTABLE_POSTGRESQL"
        return
    fi
    if command -v initdb >/dev/null 2>&1 && command -v postgres >/dev/null 2>&1; then
        dirname "$(command -v initdb)"
        return
    fi
    for folder in /usr/lib/postgresql/*/bin; do
        [ -x "$folder/initdb" ] && newest=$folder
    done
    [ -n "${newest:-}" ] && echo "$newest"
}
install() {
    # No server of the system's own: the tests start one, in a folder of theirs.
    if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
        mkdir -p /etc/postgresql-common/createcluster.d
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/sandtable.conf
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends postgresql >/dev/null 2>&1
}
found=$(find_it)
if [ -z "$found" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "No PostgreSQL here: installing it with apt-get for the tests." >&2
    install || { apt-get update -q >/dev/null 2>&1 && install; } || echo "apt-get could not install it." >&2
    found=$(find_it)
fi
[ -n "$found" ] && echo "$found"
