# One image runs the site, its migrations, and its commands. docs/operating.md ("With Docker") explains how to run it.
# docs/decisions/0035 gives the reasons for this design.

# BUILD_IMAGE needs npm and glibc. BASE_IMAGE, the base of the finished image, is a Debian with libstdc++.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# The name of this build, such as its commit. A browser never mixes pages of two builds.
ARG NEXT_DEPLOYMENT_ID=
# Additional npm packages, such as those that send traces (docs/operating.md).
ARG EXTRA_PACKAGES=
# Build with the Node.js of the lockfile, which also runs the build. The PostgreSQL and the mailbox of `npm start` are
# development packages, so `npm prune` removes them.
RUN PATH="$PWD/node_modules/.bin:$PATH" NEXT_TELEMETRY_DISABLED=1 node node_modules/next/dist/bin/next build \
    && npm prune --omit=dev --no-audit --no-fund \
    && if [ -n "$EXTRA_PACKAGES" ]; then npm install --no-save --omit=dev --no-audit --no-fund $EXTRA_PACKAGES; fi \
    && rm -rf .next/cache .next/trace \
    && mkdir -p .next/cache /state/data/files /state/backups \
    # Make all files readable, because the umask of the clone can forbid it.
    && chmod -R a+rX /app

FROM ${BASE_IMAGE}
# Convert videos that browsers cannot play, and PowerPoint decks (backend/files/renditions). The fonts have the widths of
# Cambria, Calibri, Arial and Times New Roman, so that the text of a deck keeps its line breaks. Debian's security updates
# come with a new build.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg libreoffice-impress \
    fonts-crosextra-caladea fonts-crosextra-carlito fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /state/data /data
# A new volume takes over the owner of this folder.
COPY --from=build --chown=10001:10001 /state/backups /backups
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 FILES_DIR=/data/files \
    PATH=/app/node_modules/.bin:/usr/bin:/bin
USER 10001:10001
EXPOSE 3000
VOLUME /data /backups
# Node.js receives the stop signal itself. It accepts no new requests, completes the running ones, and exits.
STOPSIGNAL SIGTERM
# The timeout is ten seconds, because starting Node.js can take seconds on a busy machine.
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/next/dist/bin/next", "start"]
