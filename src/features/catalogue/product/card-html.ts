import { type FacetOffer, offeredName } from '../../../domain/catalogue/facet-offer.ts';
import { heightText, supportsLabel } from '../../../domain/catalogue/printing.ts';
import { AI_DECLARATIONS, type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import { dayText, type Instant } from '../../../domain/kernel/instant.ts';
import { type PictureWidth, paths } from '../../../paths.ts';
import { Html, html } from '../../../ui/html.ts';
import { addToCartHtml } from '../../commerce/cart/add-to-cart-html.ts';
import { inCart } from '../../commerce/cart/in-cart.ts';
import { ratingHtml } from '../rating/rating-html.ts';
import { pictureHtml } from './picture-html.ts';
import { priceHtml } from './price/price-html.ts';

export interface CardsOptions {
  now: Instant;
  /** Whether this visitor sees the pictures of mature models. */
  showsMature: boolean;
  /** Number of cards loaded eagerly. */
  eager?: number | undefined;
  /** False on the store's own pages, where every card would repeat its name. */
  named?: boolean | undefined;
  /** Level of the names' headings. */
  level?: 2 | 3 | undefined;
  /** Other names of values of facets. */
  names?: FacetOffer['names'];
}

/** Of the pictures that are loaded eagerly, those with high priority: a phone shows two beside each other. */
const FIRST = 2;
const WIDTHS: readonly PictureWidth[] = [160, 320, 480, 640];
const SIZES =
  '(min-width: 100rem) 270px, (min-width: 80rem) 290px, (min-width: 64rem) 24vw, (min-width: 40rem) 32vw, 48vw';
const HEADINGS = { 2: new Html('h2'), 3: new Html('h3') };

/** Products as a grid of cards. A page has dozens of them, so they are strings and not components. */
export function productGridHtml(cards: readonly ProductCard[], options: CardsOptions): Html {
  const items = cards.map((card, at) => html`<li class="grid">${cardHtml(card, at, options)}</li>`);
  return html`<ul class="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 lg:gap-5 min-[100rem]:grid-cols-6">${items}</ul>`;
}

/** @param at its place in the grid, from 0. */
function cardHtml(card: ProductCard, at: number, options: CardsOptions): Html {
  const { now, showsMature, eager = 0, named = true, level = 3, names = {} } = options;
  const heading = HEADINGS[level];
  const veiled = card.mature && !showsMature;
  const { payCents, percentOff } = priceNow(card, now);
  const facts = [
    card.promisedDay === null ? null : `Arrives by ${dayText(card.promisedDay)}`,
    card.scale === null ? null : offeredName({ names }, 'scale', card.scale),
    supportsLabel(card.supports, names),
    card.heightMm === null ? null : heightText(card.heightMm),
    card.ai === null || card.ai === 'none' ? null : AI_DECLARATIONS[card.ai],
    ratingHtml(card.stars),
  ].filter((fact) => fact !== null);
  const picture = pictureHtml({
    product: card.id,
    file: card.mainImage,
    alt: veiled ? 'Hidden: marked mature' : card.mainImageAlt,
    widths: WIDTHS,
    sizes: SIZES,
    eager: at < eager,
    first: at < Math.min(eager, FIRST),
  });
  const labels = [
    percentOff !== null && html`<span class="badge badge-sale">${percentOff}% off</span>`,
    card.promisedDay !== null && html`<span class="badge">Pre-order</span>`,
    card.mature && html`<span class="badge">Mature</span>`,
  ].filter((label) => label !== false);
  const badges =
    labels.length > 0 && html`<p class="absolute top-2.5 left-2.5 flex flex-wrap gap-1.5">${labels}</p>`;
  const store =
    named &&
    html`<p class="text-sm text-ink-3"><a class="above hover:text-verdigris hover:underline" href="${paths.store(card.store.slug)}">${card.store.name}</a></p>`;
  const add = addToCartHtml(inCart(card, payCents), {
    compact: true,
    isOpen: card.openPrice !== null,
    class: 'btn-quiet btn-small above max-sm:w-full',
  });
  return html`<article class="card product-card" data-store="${card.store.slug}">
<div class="picture aspect-square${veiled && ' veiled'}">${picture}</div>${badges}
<div class="flex flex-1 flex-col gap-1 p-3 sm:p-4"><${heading} class="text-base leading-snug sm:text-[1.1875rem]"><a class="whole" href="${paths.product(card.id)}">${card.name}</a></${heading}>
${store}<ul class="mt-1 flex flex-wrap gap-x-3 text-[0.8125rem] text-ink-2">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<div class="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2.5 pt-3">${priceHtml(card, now, 'text-lg sm:text-xl')}${add}</div></div>
</article>`;
}
