#!/bin/sh
# Makes a backup in a folder of BACKUP_DIR with today's date, and restores it on trial. Files that the previous backup has
# are hard links. Backups older than KEEP days are deleted, also if the trial restore fails. The newest backup that passed
# its trial restore is never deleted (`backup verify` writes `verified`). A second run on one day continues the first run.
set -eu
: "${BACKUP_DIR:?folder of the backups}"
cd "$(dirname "$0")/../.."
node=node_modules/.bin/node
today="$BACKUP_DIR/$(date +%F)"
# Only a complete backup has a manifest.
if [ ! -e "$today/manifest.json" ]; then
  rm -rf "$today"
  former=$(ls -d "$BACKUP_DIR"/????-??-??/manifest.json 2>/dev/null | sort | tail -n 1)
  $node --import tsx backend/commands/backup.ts "$today" ${former:+--link-dest "$(dirname "$former")"}
fi
status=0
$node --import tsx backend/commands/backup.ts verify "$today" || status=$?
newest=$(ls -d "$BACKUP_DIR"/????-??-??/verified 2>/dev/null | sort | tail -n 1)
if [ -n "$newest" ]; then
  find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -name '????-??-??' -mtime "+${KEEP:-30}" \
    ! -path "$(dirname "$newest")" -exec rm -r {} +
fi
exit "$status"
