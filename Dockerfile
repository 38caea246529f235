# Two images: `site` serves pages and API; `worker` crawls shops and contains Chromium.
#   docker build --target site -t priceroo-site .      docker build --target worker -t priceroo-worker .
# The pages contain no address: the site inserts SITE_URL at start.

# Without the Node, Chromium and Postgres that the images provide.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm pkg delete optionalDependencies dependencies.@sparticuz/chromium && npm ci

FROM packages AS built
COPY . .
RUN npm run build

FROM packages AS runtime-packages
RUN npm prune --omit=dev

FROM node:26-bookworm-slim AS base
ARG VERSION=0.0.0 REVISION=unknown
LABEL org.opencontainers.image.title="Priceroo" \
  org.opencontainers.image.description="Reads the prices of Australian retailers and says what a price is worth" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data DEMO_RETAILERS=false \
  NODE_COMPILE_CACHE=/data/compile-cache \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN mkdir /data && chown node:node /data
VOLUME /data
COPY --from=runtime-packages /app/node_modules ./node_modules
COPY package.json ./
COPY db ./db

FROM base AS worker
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation \
  && rm -rf /var/lib/apt/lists/*
ENV CHROMIUM_PATH=/usr/bin/chromium-headless-shell
COPY worker ./worker
USER node
# Flags: see worker/cli/start/child-process.ts.
CMD ["node", "--max-semi-space-size=12", "--heap-growing-percent=50", "--no-regexp-tier-up", "worker/main.ts"]

FROM base AS site
COPY site ./site
COPY --from=built /app/dist ./dist
USER node
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "site/server.ts"]
