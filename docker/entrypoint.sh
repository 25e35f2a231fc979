#!/bin/sh
# The command `milepost` of the image. Commands that read data read those of the image while the data root holds none; those that
# write data always write to the data root. `exec`, so that signals reach the server.
set -eu
case "${1:-}" in
  data | build) ;;
  *)
    if [ ! -e "$SERVICE_DATA_ROOT/db" ] && [ -z "${SERVICE_CANDIDATE_DB:-}" ]; then
      echo "milepost: $SERVICE_DATA_ROOT holds no db folder; these are the starter data" >&2
      export SERVICE_DATA_ROOT=/srv/milepost/npm/starter-data
    fi
    ;;
esac
exec node /srv/milepost/ts/bin/milepost.js "$@"
