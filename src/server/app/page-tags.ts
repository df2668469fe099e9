import type { Change } from '../../data/kernel/changes.ts';
import { pageTag } from '../../paths.ts';

/** The names of the change feed that change a public page. Of the others, nothing is shown there. */
export const PAGE_TABLES = [
  ...[
    'products',
    'product_partners',
    'previews',
    'pre_orders',
    'reviews',
    'product_files',
    'shelves',
    'categories',
  ],
  ...['stores', 'product_bundles', 'store_ratings', 'store_posts', 'posts', 'questions'],
  ...['guilds', 'guild_goals', 'guild_polls', 'guild_tiers', 'releases', 'site_settings', 'legal_texts'],
  ...['search_rules'],
];

/** The tags of all pages that these changes may have outdated. */
export function tagsOf(changes: Change[]): string[] {
  const tags = new Set<string>();
  for (const { collection, record } of changes) {
    switch (collection) {
      case 'products':
        tags.add(pageTag.product(record)).add(pageTag.products()).add(pageTag.sitemap());
        break;
      case 'stores':
        tags.add(pageTag.store(record)).add(pageTag.stores()).add(pageTag.products()).add(pageTag.sitemap());
        break;
      case 'categories':
        tags.add(pageTag.categories()).add(pageTag.products());
        break;
      // Their record is the product's id.
      case 'product_partners':
      case 'previews':
      case 'pre_orders':
      case 'reviews':
        tags.add(pageTag.product(record));
        break;
      // Their record is the store's id.
      case 'product_bundles':
      case 'store_ratings':
        tags.add(pageTag.store(record));
        break;
      case 'posts':
        tags.add(pageTag.post(record));
        break;
      // Their id is the store's id.
      case 'store_posts':
        tags.add(pageTag.store(record)).add(pageTag.sitemap());
        break;
      // The record is the product's id, or that of the post that was commented on.
      case 'questions':
        tags.add(pageTag.questions(record));
        break;
      // A guild page shows tiers and releases, and a store page shows whether it has a guild.
      case 'guilds':
        tags.add(pageTag.guilds()).add(pageTag.sitemap());
        break;
      case 'guild_goals':
      case 'guild_polls':
      case 'guild_tiers':
      case 'releases':
        tags.add(pageTag.guilds());
        break;
      // On every page.
      case 'site_settings':
      case 'legal_texts':
        tags.add(pageTag.site());
        break;
      case 'shelves':
      case 'product_files':
      // Of pages that list products, those of searches.
      case 'search_rules':
        tags.add(pageTag.products());
        break;
      default:
        break;
    }
  }
  return [...tags];
}
