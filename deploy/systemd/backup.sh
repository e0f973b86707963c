#!/bin/sh
# One backup into a folder of today's date in BACKUP_DIR, files linked to the newest one before it; then its
# trial restore. Backups of more than KEEP days go, once the new one is good.
set -eu
: "${BACKUP_DIR:?folder of the backups}"
cd "$(dirname "$0")/../.."
node=node_modules/.bin/node
today="$BACKUP_DIR/$(date +%F)"
# Only a finished one has a manifest.
former=$(ls -d "$BACKUP_DIR"/????-??-??/manifest.json 2>/dev/null | sort | tail -n 1)
$node --import tsx backend/commands/backup.ts "$today" ${former:+--link-dest "$(dirname "$former")"}
$node --import tsx backend/commands/backup.ts verify "$today"
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -name '????-??-??' -mtime "+${KEEP:-30}" -exec rm -r {} +
