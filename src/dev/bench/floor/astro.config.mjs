import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** A site of one empty page, built like the real one: what Astro itself costs. */
export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  session: false,
  devToolbar: { enabled: false },
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  compressHTML: true,
});
