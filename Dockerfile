# One image for every part of the product: the site, its migrations, its commands. docs/operating.md ("With
# Docker") says how it is run, docs/decisions/0035 why it is built like this.

# Anything with npm and a glibc; and what the image stands on: a Debian with libstdc++.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# What this build is called, such as its commit: pages of another are not mixed with its own.
ARG NEXT_DEPLOYMENT_ID=
# What some sites want beside the rest: the packages that send traces (docs/operating.md).
ARG EXTRA_PACKAGES=
# The Node of the lockfile builds what it will run. PostgreSQL and the mailbox of `npm start` are
# development packages: they go with the other ones.
RUN PATH="$PWD/node_modules/.bin:$PATH" NEXT_TELEMETRY_DISABLED=1 node node_modules/next/dist/bin/next build \
    && npm prune --omit=dev --no-audit --no-fund \
    && if [ -n "$EXTRA_PACKAGES" ]; then npm install --no-save --omit=dev --no-audit --no-fund $EXTRA_PACKAGES; fi \
    && rm -rf .next/cache .next/trace \
    && mkdir -p .next/cache /state/data/files /state/backups \
    # Whatever umask the clone was made with.
    && chmod -R a+rX /app

FROM ${BASE_IMAGE}
# Convert videos that browsers cannot play, and PowerPoint decks (backend/files/renditions). Debian's security updates come with a
# new build.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg libreoffice-impress && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /state/data /data
# A new volume takes over whose folder it is.
COPY --from=build --chown=10001:10001 /state/backups /backups
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 FILES_DIR=/data/files \
    PATH=/app/node_modules/.bin:/usr/bin:/bin
USER 10001:10001
EXPOSE 3000
VOLUME /data /backups
# Node itself gets the signal: it stops taking requests, ends those under way, and goes.
STOPSIGNAL SIGTERM
# Ten seconds: a machine that is busy takes some to start a Node at all.
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/next/dist/bin/next", "start"]
