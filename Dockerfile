# The release (docs/operating.md, Install) in an image: built here, and nothing of what built it stays.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run release -- --folder /release

# Node is among the release's packages.
FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/crels --shell /usr/sbin/nologin crels \
  && install --directory --owner=crels --group=crels --mode=0700 /var/backups/crels /var/cache/crels \
  && printf '#!/bin/sh\nexec node /opt/crels/server/cli.ts "$@"\n' > /usr/local/bin/crels \
  && chmod 0755 /usr/local/bin/crels
COPY --from=build /release /opt/crels
WORKDIR /opt/crels
USER crels
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/crels BUILD_WEB=false PATH=/opt/crels/node_modules/.bin:$PATH
# Compiled here, by the account that starts: the root of a container is read-only, and Node looks in its account's folder.
ENV NODE_COMPILE_CACHE=/var/cache/crels
RUN node server/build/compile-server.ts
VOLUME /var/lib/crels
EXPOSE 3000
STOPSIGNAL SIGTERM
# Of a worker: `node server/healthcheck.ts worker`, as deploy/compose.yaml says.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "server/healthcheck.ts"]
CMD ["node", "server/http.ts"]
