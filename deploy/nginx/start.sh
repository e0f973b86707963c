#!/bin/sh
# Replaces the variables in ${…} and starts nginx in this process.
set -eu
: "${FRONT_NAME:?the host name of the site}" "${FRONT_NODES:?its nodes: server site:3000;}"
mkdir -p "$FRONT_CONF"
for file in /front/*.conf; do
    envsubst '$FRONT_NAME $FRONT_NODES $FRONT_HTTP $FRONT_HTTPS $FRONT_TLS $FRONT_CONF $FRONT_CACHE $FRONT_LOG $FRONT_RUN' \
        < "$file" > "$FRONT_CONF/$(basename "$file")"
done
exec nginx -e stderr -c "$FRONT_CONF/nginx.conf"
