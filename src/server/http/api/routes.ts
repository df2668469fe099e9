import { webhookOperations } from '../../operations/account/webhooks.ts';
import { fileOperations } from '../../operations/assets/product-files.ts';
import { productOperations } from '../../operations/catalogue/products.ts';
import { publicOperations } from '../../operations/catalogue/public-reads.ts';
import { couponOperations } from '../../operations/commerce/coupons.ts';
import { orderOperations } from '../../operations/commerce/orders.ts';
import { saleOperations } from '../../operations/commerce/sales.ts';
import { releaseOperations } from '../../operations/guild/releases.ts';
import { libraryOperations } from '../../operations/library/library.ts';
import { LIBRARY_FILE } from './library-file.ts';
import { routesOf } from './operation-routes.ts';
import type { ApiRoute } from './route.ts';

/** The parts of the API, each with what it is about; a name is the tag of its routes in the description. */
export const API_PARTS: readonly { name: string; about: string; routes: readonly ApiRoute[] }[] = [
  { name: 'Catalogue', about: 'What everybody may see.', routes: routesOf(publicOperations) },
  {
    name: 'Library',
    about: 'What you own, and its files.',
    routes: [...routesOf(libraryOperations), LIBRARY_FILE],
  },
  { name: 'Orders', about: 'What you bought.', routes: routesOf(orderOperations) },
  { name: 'Products', about: 'Models of your store.', routes: routesOf(productOperations) },
  { name: 'Files', about: 'Uploads and the files of your models.', routes: routesOf(fileOperations) },
  { name: 'Releases', about: 'Releases of your guild.', routes: routesOf(releaseOperations) },
  {
    name: 'Webhooks',
    about: 'Addresses that are told what happens in your store.',
    routes: routesOf(webhookOperations),
  },
  {
    name: 'Sales',
    about: 'What your store sold, and its coupons.',
    routes: [...routesOf(saleOperations), ...routesOf(couponOperations)],
  },
];

/** Every address of the API. Its description, its rights and its tests are made of this table. */
export const API_ROUTES: readonly ApiRoute[] = API_PARTS.flatMap(({ routes }) => routes);

/** What an address answers about one thing: an answer to a change carries the same ETag as a reading of that thing. */
export const RESOURCES: ReadonlySet<ApiRoute['answer']> = new Set(
  API_ROUTES.filter(({ method, path }) => method === 'GET' && path.endsWith('}')).map(({ answer }) => answer),
);

/** The routes of a path below /api/v1, one for each method, with the parts of the path in braces. */
export function routesAt(path: string): { route: ApiRoute; params: Record<string, string> }[] {
  const parts = path.split('/');
  return API_ROUTES.flatMap((route) => {
    const params = paramsOf(route.path.split('/'), parts);
    return params ? [{ route, params }] : [];
  });
}

/** Ids and slugs; nothing else names anything. */
const PART = /^[a-z0-9-]{1,60}$/;

function paramsOf(known: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (known.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [place, name] of known.entries()) {
    const part = parts[place] ?? '';
    if (!name.startsWith('{')) {
      if (name !== part) return null;
    } else if (PART.test(part)) params[name.slice(1, -1)] = part;
    else return null;
  }
  return params;
}
