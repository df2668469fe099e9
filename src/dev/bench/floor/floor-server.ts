import { createServer } from 'node:http';
import type { ProductCard } from '../../../domain/catalogue/product.ts';
import { productGridHtml } from '../../../features/catalogue/product/card-html.ts';
import { loadBuiltSite } from '../../../front/astro/built-pages.ts';
import { renderAnonymous } from '../../../front/astro/render.ts';
import { readyPage } from '../../../front/ready-page.ts';

/**
 * What a new page costs at least, started as a process of its own with the folder of the built floor site: `/astro` is an
 * empty Astro page, `/text` a page of 24 cards written by hand. Both are compressed as the site does it, and neither is
 * kept. Sends its port to the parent.
 */
const [folder = ''] = process.argv.slice(2);
const astro = await loadBuiltSite(folder);
const CARDS = 24;

const invented = (at: number): ProductCard => ({
  id: `floor${String(at).padStart(10, '0')}`,
  name: `Mossback Cairn-Golem ${at}`,
  store: { id: 'ashgrove0000000', slug: 'ashgrove-miniatures', name: 'Ashgrove Miniatures' },
  mainImage: `picture_${(at * 7919).toString(36).padStart(10, 'x')}.webp`,
  mainImageAlt: 'A painted stone golem on a mossy base',
  priceCents: 599,
  free: false,
  openPrice: null,
  sale: null,
  terms: [],
  promisedDay: null,
  scale: '32',
  supports: ['presupported', 'unsupported'],
  heightMm: 48,
  mature: false,
  stars: [0, 0, 0, 1, 4],
  ai: 'none',
});
const cards = Array.from({ length: CARDS }, (_, at) => invented(at));

function byHand(address: string): string {
  const grid = productGridHtml(cards, { now: 0, showsMature: false, eager: 4 });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${encodeURIComponent(address)}</title></head><body><main>${grid.text}</main></body></html>`;
}

const server = createServer(async (request, response) => {
  const address = request.url ?? '/';
  const rendered = address.startsWith('/astro')
    ? await renderAnonymous(astro, `/?${address.slice(6)}`, request.headers.host ?? '', {})
    : { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(byHand(address)) };
  const { status, headers, br } = await readyPage(rendered, 0);
  response.writeHead(status, { ...headers, 'content-encoding': 'br', 'content-length': br?.length ?? 0 });
  response.end(br);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
