import type PocketBase from 'pocketbase';
import { RATING_STEPS, type RatingStep, stepTenths } from '../../domain/catalogue/rating.ts';

const LISTED = "state = 'published' && (store.state = 'open' || store.state = 'vacation')";
const WORDS_LIMIT = 8;
const SORTS: Record<string, string> = {
  relevance: '-popularity,-publishedAt',
  newest: '-publishedAt',
  price_asc: 'priceCents',
  price_desc: '-priceCents',
  popular: '-popularity',
  rating: '-ratingScore,-publishedAt',
};
/** Facets and their fields in the products collection. */
const FIELDS: Record<string, string> = {
  type: 'type',
  scale: 'scale',
  parts: 'parts',
  genre: 'genre',
  supports: 'supports',
  printer: 'printer',
  ai: 'ai',
};

export interface FilterSearch {
  text?: string;
  include?: Partial<Record<string, string[]>>;
  exclude?: Partial<Record<string, string[]>>;
  price?: { from: number | null; to: number | null };
  mature?: boolean;
  sort: string;
  offset: number;
  limit: number;
}

/** Searches listed products by PocketBase filters: every word must occur in name, tags or store name. Slower than the index. */
export async function searchByFilter(
  pb: PocketBase,
  query: FilterSearch,
): Promise<{ ids: string[]; names: string[]; total: number }> {
  const filters = [LISTED];
  const words = (query.text ?? '').split(/\s+/).filter((word) => word !== '');
  for (const word of words.slice(0, WORDS_LIMIT)) {
    filters.push(pb.filter('(name ~ {:word} || tags ~ {:word} || store.name ~ {:word})', { word }));
  }
  if (!query.mature) filters.push('mature = false && store.mature = false');
  if (query.price?.from != null) filters.push(pb.filter('priceCents >= {:from}', { from: query.price.from }));
  if (query.price?.to != null) filters.push(pb.filter('priceCents <= {:to}', { to: query.price.to }));
  for (const [facet, field] of Object.entries(FIELDS)) {
    const wanted = query.include?.[facet] ?? [];
    if (wanted.length > 0)
      filters.push(`(${wanted.map((value) => pb.filter(`${field} ?= {:value}`, { value })).join(' || ')})`);
    for (const value of query.exclude?.[facet] ?? [])
      filters.push(pb.filter(`${field} !~ {:value}`, { value }));
  }
  const steps = lowestStep(query.include?.['rating']);
  if (steps !== null) filters.push(pb.filter('rating >= {:steps}', { steps }));
  const perPage = Math.max(1, query.limit);
  const list = await pb
    .collection('products')
    .getList<{ id: string; name: string }>(Math.floor(query.offset / perPage) + 1, perPage, {
      filter: filters.join(' && '),
      sort: SORTS[query.sort] ?? '-publishedAt',
      fields: 'id,name',
    });
  return {
    ids: list.items.map((item) => item.id),
    names: list.items.map((item) => item.name),
    total: list.totalItems,
  };
}

/** The lowest average of the chosen steps, in tenths of a star; null if none is chosen. */
function lowestStep(chosen: string[] | undefined): number | null {
  const steps = (Object.keys(RATING_STEPS) as RatingStep[]).filter((step) => chosen?.includes(step));
  return steps.length === 0 ? null : Math.min(...steps.map(stepTenths));
}
