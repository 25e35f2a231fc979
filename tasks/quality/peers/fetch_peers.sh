#!/usr/bin/env bash
# Installs what the quality bench is compared with, outside the repository: 0.7 GB to download, 2.7 GB on disk, and about
# 1.9 GB of memory while libpostal runs. Needs Python 3.11 (the wheel of libpypostal that is pinned). CI does not run it.
#
#   tasks/quality/peers/fetch_peers.sh [FOLDER]      default: $MILEPOST_PEERS, else ~/.cache/milepost-peers
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:-${MILEPOST_PEERS:-${XDG_CACHE_HOME:-$HOME/.cache}/milepost-peers}}
python=${PYTHON:-python3}

mkdir -p "$folder"
[ -x "$folder/venv/bin/python" ] || "$python" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-deps -r "$here/requirements.txt"
"$folder/venv/bin/python" "$here/assemble_libpostal.py" "$folder/libpostal"
# Only the source distribution of sqlglot holds its SQL fixtures.
if [ ! -d "$folder/sqlglot" ]; then
  "$folder/venv/bin/pip" download --quiet --no-deps --no-binary sqlglot -d "$folder/download" sqlglot==30.30.0
  mkdir "$folder/sqlglot"
  tar -xzf "$folder"/download/sqlglot-*.tar.gz -C "$folder/sqlglot" --strip-components=1
  rm -r "$folder/download"
fi
# addok, a geocoder, and the Redis server it keeps its index in: Debian packages, unpacked and not installed.
[ -x "$folder/addok/bin/python" ] || "$python" -m venv "$folder/addok"
"$folder/addok/bin/pip" install --quiet --no-deps -r "$here/requirements-addok.txt"
if [ ! -x "$folder/redis/usr/bin/redis-server" ]; then
  mkdir -p "$folder/redis/packages"
  (cd "$folder/redis/packages" && apt-get download --quiet redis-server redis-tools libjemalloc2 liblua5.1-0 liblzf1 lua-bitop lua-cjson)
  for package in "$folder"/redis/packages/*.deb; do dpkg -x "$package" "$folder/redis"; done
  rm -r "$folder/redis/packages"
fi
echo "peers are in $folder"
