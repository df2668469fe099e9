import type { Store } from '../../../domain/catalogue/store.ts';
import { joinPriceCents, seatRefusal } from '../../../domain/guild/tier.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { paths } from '../../../paths.ts';
import { plainText } from '../../catalogue/product/markdown.ts';
import { dollars } from '../../catalogue/product/structured-data.ts';
import type { GuildPage } from './guild-page.ts';

const PERIODS = { monthly: 'P1M', annual: 'P1Y' } as const;

/**
 * A guild as schema.org reads it: a Product whose Offers are its tiers by month and by year, priced at `now`.
 * @param sharePicture the path of the site's own picture, as it is now.
 * @param absolute turns a path into a full URL.
 */
export function guildData(
  page: GuildPage,
  store: Pick<Store, 'id' | 'slug' | 'name' | 'banner' | 'logo'>,
  now: Instant,
  sharePicture: string,
  absolute: (path: string) => string,
): object {
  const { guild, tiers } = page;
  const address = absolute(paths.storeGuild(store.slug));
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': address,
    name: guild.name,
    description: guild.tagline,
    category: 'Membership',
    image: absolute(pictureOf(page, store) ?? sharePicture),
    brand: { '@type': 'Brand', name: store.name },
    offers: tiers.flatMap((tier) =>
      guild.billings.flatMap((billing) => {
        const cents = joinPriceCents(tier, billing, now);
        if (cents === null) return [];
        const open = page.state === 'live' && seatRefusal(tier) === null;
        return {
          '@type': 'Offer',
          name: tier.name,
          url: address,
          price: dollars(cents),
          priceCurrency: 'USD',
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: dollars(cents),
            priceCurrency: 'USD',
            billingDuration: PERIODS[billing],
          },
          availability: `https://schema.org/${open ? 'InStock' : 'SoldOut'}`,
          seller: { '@type': 'Organization', name: store.name, url: absolute(paths.store(store.slug)) },
        };
      }),
    ),
  };
}

/** The guild's cover, else a picture of its store; null for none. A Product without a picture is not shown anywhere. */
function pictureOf({ guild }: GuildPage, store: Pick<Store, 'id' | 'banner' | 'logo'>): string | null {
  if (guild.cover) return paths.picture('guilds', guild.id, guild.cover.file, 1280);
  if (store.banner) return paths.picture('stores', store.id, store.banner.file, 1280);
  return store.logo === null ? null : paths.picture('stores', store.id, store.logo, 320);
}

/** The questions of a guild's page as a schema.org FAQPage; null where there are none. */
export function guildQuestionsData({ blocks }: Pick<GuildPage, 'blocks'>): object | null {
  const questions = blocks.flatMap((block) => (block.kind === 'faq' ? block.questions : []));
  if (questions.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer, 2000) },
    })),
  };
}
