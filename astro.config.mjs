import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import node from '@astrojs/node';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import {
  BANNER_SCRIPT,
  HEAD_SCRIPT,
  PAINT_SCRIPT,
  TRANSITION_STYLE,
} from './src/features/site/frame/inline.ts';
import { keptDigests } from './src/ops/build/kept-digests.ts';
import { laterStyles } from './src/ops/build/later-styles.ts';
import { buildManifest } from './src/ops/build/manifest.ts';
import { precompress } from './src/ops/build/precompress.ts';

const developing = process.argv.includes('dev');
const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
/** Sonner writes its stylesheet into the page when it loads; the policy knows exactly this text. */
const sonnerStyles = /__insertCSS\("((?:[^"\\]|\\.)*)"\)/.exec(
  readFileSync(new URL('./node_modules/sonner/dist/index.mjs', import.meta.url), 'utf8'),
);
const sonnerHash = sonnerStyles ? [sha256(JSON.parse(`"${sonnerStyles[1]}"`))] : [];

/** The largest body of any action. Which action may send how much is decided by the front: see body-rules.ts. */
const ACTION_LIMIT_BYTES = 8_000_000;

export default defineConfig({
  site: process.env.PUBLIC_SITE_URL || 'http://127.0.0.1:4321',
  output: 'server',
  trailingSlash: 'never',
  session: false,
  devToolbar: { enabled: false },
  prefetch: false,
  adapter: node({
    mode: 'middleware',
    staticHeaders: true,
    bodySizeLimit: 8 * 1024 * 1024,
    // The front sends whole pages. As streams, all pieces of a page stay in memory until V8 next marks all of it.
    experimentalDisableStreaming: true,
  }),
  integrations: [
    {
      // Before React's own: the first renderer that takes an island renders it.
      name: 'constant islands',
      hooks: {
        'astro:config:setup': ({ addRenderer }) =>
          addRenderer({
            name: 'guildhall:constant-islands',
            clientEntrypoint: '@astrojs/react/client.js',
            serverEntrypoint: new URL('./src/front/astro/constant-islands.ts', import.meta.url),
          }),
      },
    },
    react(),
    // It would list every page without parameters, private ones too.
    sitemap({
      filenameBase: 'sitemap-pages',
      filter: (page) =>
        /^\/(join|terms|privacy|licensing|help|accessibility)\/?$/.test(new URL(page).pathname),
    }),
    {
      name: 'client:intent',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({ name: 'intent', entrypoint: './src/directives/intent.ts' }),
      },
    },
    buildManifest(),
    laterStyles(),
    precompress(),
    // Loaded only here: a build and production never load a file of src/dev.
    ...(developing ? [(await import('./src/dev/astro-middleware.ts')).devMiddleware()] : []),
  ],
  build: { inlineStylesheets: 'never' },
  compressHTML: true,
  // Highlighted code would bring styles of its own, which the policy below refuses; nothing here shows code.
  markdown: { syntaxHighlight: false },
  env: {
    schema: {
      PUBLIC_SITE_NAME: envField.string({ context: 'client', access: 'public', default: 'Guildhall' }),
    },
  },
  cache: {
    provider: { name: 'front', entrypoint: new URL('./src/front/astro/cache-headers.ts', import.meta.url) },
  },
  // In development Astro sends the policy without its own scripts' hashes, which breaks every island.
  security: developing
    ? { checkOrigin: true, actionBodySizeLimit: ACTION_LIMIT_BYTES }
    : {
        actionBodySizeLimit: ACTION_LIMIT_BYTES,
        // The front compares origins itself, for JSON bodies too; behind TLS Astro would see its own plain http.
        checkOrigin: false,
        csp: {
          directives: [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
          ],
          scriptDirective: {
            resources: ["'self'"],
            hashes: [sha256(HEAD_SCRIPT), sha256(PAINT_SCRIPT), sha256(BANNER_SCRIPT)],
          },
          styleDirective: { resources: ["'self'"], hashes: [sha256(TRANSITION_STYLE), ...sonnerHash] },
        },
      },
  vite: {
    plugins: [tailwindcss(), keptDigests()],
    // A script that rests in a template must stay a file, else every visitor pays for it.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'react',
                    test: /node_modules[\\/](react|react-dom|scheduler|@nanostores[\\/]react)[\\/]/,
                  },
                  {
                    // Apart from React: code of public pages that draws without it follows these stores too.
                    name: 'stores',
                    test: /node_modules[\\/](nanostores|@nanostores[\\/]persistent)[\\/]|features[\\/]kernel[\\/]storage[\\/](engine|persistent)\.ts$/,
                  },
                  {
                    // What runs on every page: one file compresses better than a file each.
                    name: 'every-page',
                    test: /src[\\/](domain[\\/]commerce[\\/]cart|features[\\/](catalogue[\\/]printer[\\/]printers-key|commerce[\\/]cart[\\/](add-buttons|stored-cart)|kernel[\\/](page[\\/](page-commands|external-links|fresh-build|deferred-code)|theme[\\/]theme)|site[\\/]frame[\\/](every-page|konami|preload|scrolled|search-form)))\.ts$/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
});
