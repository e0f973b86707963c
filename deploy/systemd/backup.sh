#!/bin/sh
# One backup into a folder of today's date in BACKUP_DIR, files linked to the newest one before it; then its
# trial restore. Backups of more than KEEP days are deleted, also when the trial restore fails, but never the newest
# that passed it (`verified` is written by `backup verify`). A second run of the day goes on where the first one failed.
set -eu
: "${BACKUP_DIR:?folder of the backups}"
cd "$(dirname "$0")/../.."
node=node_modules/.bin/node
today="$BACKUP_DIR/$(date +%F)"
# Only a finished one has a manifest.
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
