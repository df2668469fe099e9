import type { Change } from '../../data/kernel/changes.ts';
import { pageTag } from '../../paths.ts';

/** The tags of all pages that these changes may have made untrue. */
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
      // Their ids are the product's own.
      case 'previews':
      case 'reviews':
        tags.add(pageTag.product(record));
        break;
      case 'store_ratings':
        tags.add(pageTag.store(record));
        break;
      // The product's id too.
      case 'questions':
        tags.add(pageTag.questions(record));
        break;
      // Its tiers and releases stand on a guild's page, and a store says whether it has one.
      case 'guilds':
        tags.add(pageTag.guilds()).add(pageTag.sitemap());
        break;
      case 'guild_tiers':
      case 'releases':
        tags.add(pageTag.guilds());
        break;
      case 'shelves':
      case 'product_files':
        tags.add(pageTag.products());
        break;
      default:
        break;
    }
  }
  return [...tags];
}
