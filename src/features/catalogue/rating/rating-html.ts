import { averageText, ratingCount, type StarCounts } from '../../../domain/catalogue/rating.ts';
import { type Html, html } from '../../../ui/html.ts';

/**
 * The average rating and the number of ratings; null without ratings. The star is written by its number: one character
 * outside of Latin-1 doubles the memory of the page that holds it and makes its bytes slower to encode.
 */
export function ratingHtml(stars: StarCounts): Html | null {
  const count = ratingCount(stars);
  if (count === 0) return null;
  return html`<span class="tabular-nums"><span aria-hidden="true">&#9733; </span>${averageText(stars)}<span class="sr-only"> of 5 stars, reviews:</span> (${count})</span>`;
}
