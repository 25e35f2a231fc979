#!/bin/sh
# The command `milepost` of the image. Commands that read data read those of the image while the data root holds none, unless
# SERVICE_DATA_REQUIRED is set; those that write data always write to the data root. `exec`, so that signals reach the server.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
# The server's own rule says what holds data: a data root with houses and no gazetteer extends the starter data.
holds_data() {
  node --input-type=module -e "
    import { holdsData } from '$root/ts/dist/engine/data-root.js'
    process.exit(holdsData(process.env.SERVICE_DATA_ROOT) ? 0 : 3)" || [ $? -ne 3 ]
}
case "${1:-}" in
  data | build) ;;
  *)
    if [ -z "${SERVICE_CANDIDATE_DB:-}" ] && [ -z "${SERVICE_DATA_REQUIRED:-}" ] && ! holds_data; then
      echo "milepost: $SERVICE_DATA_ROOT holds no data; these are the starter data" >&2
      export SERVICE_DATA_ROOT="$root/npm/starter-data"
    fi
    ;;
esac
exec node "$root/ts/bin/milepost.js" "$@"
