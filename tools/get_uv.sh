#!/bin/sh
# Install uv into an environment that has no pip, by the pip that Python carries as a wheel: a wheel runs as it is, and to
# install pip first costs 2 to 3 s. Where uv cannot be had so, pip is installed, and installs what follows.
# get_uv.sh PYTHON LOCK: the environment's python, and the file that pins uv.
set -u
python=$1 lock=$2
carried='import ensurepip, pathlib
folders = (pathlib.Path(ensurepip.__file__).parent / "_bundled", pathlib.Path("/usr/share/python-wheels"))
print(next((wheel for folder in folders for wheel in folder.glob("pip-*.whl")), ""))'
wheel=$("$python" -c "$carried")
# uv is a program: there is no bytecode to make of it, and nothing that it needs.
[ -n "$wheel" ] && "$python" "$wheel/pip" --disable-pip-version-check install --quiet --no-compile --no-deps \
    --require-hashes -r "$lock" && exit 0
"$python" -m ensurepip >/dev/null || exit
echo "uv cannot be had here: pip installs, which takes longer"
