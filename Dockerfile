# The site, its backend and its jobs, as one image; docs/deploy/compose.yaml starts them.
#   docker build --build-arg PUBLIC_SITE_URL=https://guildhall.example -t guildhall .
#   buildah bud --build-arg PUBLIC_SITE_URL=https://guildhall.example -t guildhall .
# Node of this line; give it as node:24-slim@sha256:… where builds must be the same for years.
ARG NODE_IMAGE=node:24-slim

# Builds: with Astro and all that is asked for at build time only.
FROM $NODE_IMAGE AS build
WORKDIR /srv/guildhall
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# These settings are written into the pages, so they belong to the image; others come when it is started.
ARG PUBLIC_SITE_URL
ARG PUBLIC_SITE_NAME=Guildhall
ARG PUBLIC_OPERATOR_NAME=
ARG PUBLIC_OPERATOR_EMAIL=
ARG PUBLIC_HELP_URL=
ARG PUBLIC_YOUTUBE_URL=
ARG PUBLIC_X_URL=
ARG PUBLIC_INSTAGRAM_URL=
RUN node src/ops/build.ts
# PocketBase's official release, compared with its checksum, so that a start needs no network; or the program that is copied
# in as ./pocketbase-program.
RUN node --input-type=module -e "import { provideProgram } from './src/pocketbase/tools/binary.ts'; await provideProgram('pocketbase-program', '/runtime/bin/pocketbase', console.log)"
# What production runs: without Astro and Vite, the stand-ins of laptops and the documents.
RUN node src/ops/build/runtime-packages.ts /runtime \
    && rm -rf src/dev docs Dockerfile pocketbase-program node_modules && mv /runtime/node_modules node_modules

FROM $NODE_IMAGE
WORKDIR /srv/guildhall
ARG PUBLIC_SITE_URL
ARG PUBLIC_SITE_NAME=Guildhall
ARG PUBLIC_OPERATOR_NAME=
ARG PUBLIC_OPERATOR_EMAIL=
ARG PUBLIC_HELP_URL=
ARG PUBLIC_YOUTUBE_URL=
ARG PUBLIC_X_URL=
ARG PUBLIC_INSTAGRAM_URL=
ENV PUBLIC_SITE_URL=$PUBLIC_SITE_URL PUBLIC_SITE_NAME=$PUBLIC_SITE_NAME \
    PUBLIC_OPERATOR_NAME=$PUBLIC_OPERATOR_NAME PUBLIC_OPERATOR_EMAIL=$PUBLIC_OPERATOR_EMAIL \
    PUBLIC_HELP_URL=$PUBLIC_HELP_URL PUBLIC_YOUTUBE_URL=$PUBLIC_YOUTUBE_URL \
    PUBLIC_X_URL=$PUBLIC_X_URL PUBLIC_INSTAGRAM_URL=$PUBLIC_INSTAGRAM_URL
ENV NODE_ENV=production DATA_DIR=/data CACHE_DIR=/cache HOST=0.0.0.0 POCKETBASE_BIN=/usr/local/bin/pocketbase
COPY --from=build /runtime/bin/pocketbase /usr/local/bin/pocketbase
COPY --from=build /srv/guildhall ./
RUN mkdir -p /data /cache /files /snapshots && chown node:node /data /cache /files /snapshots
USER node
VOLUME ["/data", "/cache", "/files"]
EXPOSE 4321
# The site or, with another command, whatever answers at that command's port: see src/ops/healthy.mjs.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=6 CMD ["node", "src/ops/healthy.mjs"]
CMD ["node", "src/ops/start.ts"]
