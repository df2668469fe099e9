import type { ReleaseGlance } from '../../../data/guild/releases.ts';
import type { QueuedPrint } from '../../../data/library/print-queue.ts';
import type { OwnedSummary } from '../../../domain/account/overview.ts';
import { type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Wish } from '../../../domain/library/wish.ts';
import { paths } from '../../../paths.ts';

/** Pictures in each row; the page reserves their room before they arrive. */
export const SHOWN_FOR_YOU = 4;
/** Rows beside the figure: as many as are as high as it. */
const ROWS_FOR_YOU = 3;

/** A row at the top of the home page. */
export interface ForYouRowParts {
  title: string;
  more: { label: string; href: string };
  entries: { href: string; name: string; picture: string | null; mark?: string | undefined }[];
}

/** What a signed-in visitor's rows are made of. */
export interface ForYouContent {
  queue: QueuedPrint[];
  owned: OwnedSummary[];
  releases: ReleaseGlance[];
  /** Wishes, those on sale first. */
  wishes: ProductCard[];
}

/**
 * The wishes that the home page shows: those on sale first, then the newest. Withdrawn models are left out, and those the
 * visitor owns by now.
 */
export function wishesToShow(
  wishes: readonly Pick<Wish, 'card'>[],
  owned: readonly string[],
  now: Instant,
): ProductCard[] {
  const has = new Set(owned);
  const isOnSale = (card: ProductCard) => priceNow(card, now).percentOff !== null;
  const cards = wishes.flatMap(({ card }) => (card && !has.has(card.id) ? card : []));
  return [...cards.filter(isOnSale), ...cards.filter((card) => !isOnSale(card))].slice(0, SHOWN_FOR_YOU);
}

/**
 * The rows with something in them, the most pressing first: what to print next, wishes on sale, new releases, other wishes, what
 * was bought last. None is empty; a person who has nothing gets none.
 */
export function rowsForYou(
  { queue, owned, releases, wishes }: ForYouContent,
  now: Instant,
): ForYouRowParts[] {
  const ofModel = (id: string, file: string) =>
    file === '' ? null : paths.picture('products', id, file, 320);
  const saleOf = (card: ProductCard) => priceNow(card, now).percentOff;
  const onSale = wishes.filter((card) => saleOf(card) !== null);
  const wishRow = (title: string, cards: ProductCard[]): ForYouRowParts => ({
    title,
    more: { label: 'All wishes', href: paths.wishList() },
    entries: cards.map((card) => {
      const percent = saleOf(card);
      return {
        href: paths.product(card.id),
        name: card.name,
        picture: ofModel(card.id, card.mainImage),
        mark: percent === null ? undefined : `−${percent}%`,
      };
    }),
  });
  const rows: ForYouRowParts[] = [
    {
      title: 'Print next',
      more: { label: 'Print queue', href: `${paths.library()}?print=queued` },
      entries: queue.map(({ id, name, picture }) => ({
        href: paths.libraryProduct(id),
        name,
        picture: ofModel(id, picture),
      })),
    },
    wishRow('On sale from your wish list', onSale),
    {
      title: 'New in your guilds',
      more: { label: 'All guilds', href: paths.guilds() },
      entries: releases.map(({ id, guildId, title, cover, model }) => ({
        href: paths.membership(guildId),
        name: title,
        picture:
          cover === ''
            ? model && ofModel(model.id, model.picture)
            : paths.picture('releases', id, cover, 320),
      })),
    },
    wishRow('Your wish list', onSale.length > 0 ? [] : wishes),
    {
      title: 'Your library',
      more: { label: 'Go to library', href: paths.library() },
      entries: owned.map(({ id, name, picture }) => ({
        href: paths.libraryProduct(id),
        name,
        picture: ofModel(id, picture),
      })),
    },
  ];
  return rows.filter(({ entries }) => entries.length > 0).slice(0, ROWS_FOR_YOU);
}
