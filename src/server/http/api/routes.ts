import { CATALOGUE_ROUTES } from './catalogue-routes.ts';
import { LIBRARY_ROUTES } from './library-routes.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { RELEASE_ROUTES } from './release-routes.ts';
import type { ApiRoute } from './route.ts';
import { SELLER_FILE_ROUTES } from './seller-file-routes.ts';
import { SELLER_PRODUCT_ROUTES } from './seller-product-routes.ts';
import { SELLER_ROUTES } from './seller-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';

/** Every address of the API. Its description, its rights and its tests are made of this table. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...CATALOGUE_ROUTES,
  ...LIBRARY_ROUTES,
  ...ORDER_ROUTES,
  ...SELLER_PRODUCT_ROUTES,
  ...SELLER_FILE_ROUTES,
  ...RELEASE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SELLER_ROUTES,
];

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
