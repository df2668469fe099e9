import { type PictureWidth, paths } from '../../../paths.ts';
import { attribute, type Html, html } from '../../../ui/html.ts';

export interface ProductPictureParts {
  /** The product's id and the name of one of its pictures; without a name nothing is drawn. */
  product: string;
  file: string;
  alt: string;
  /** Available widths, ascending. */
  widths: readonly PictureWidth[];
  sizes: string;
  /** Above the fold: loaded eagerly. */
  eager?: boolean | undefined;
  /** One of the first pictures of the page, often its largest: loaded with high priority and drawn with the text. */
  first?: boolean | undefined;
  class?: string | undefined;
}

/** A picture of a product in the widths that its place may need. */
export function pictureHtml(parts: ProductPictureParts): Html | null {
  const { product, file, alt, widths, sizes, eager = false, first = false } = parts;
  if (file === '') return null;
  const address = (width: PictureWidth) => paths.picture('products', product, file, width);
  const middle = widths[Math.min(1, widths.length - 1)] ?? 320;
  const srcset = widths.map((width) => `${address(width)} ${width}w`).join(', ');
  const loading = eager || first ? null : 'lazy';
  return html`<img${attribute('class', parts.class)} src="${address(middle)}" srcset="${srcset}" sizes="${sizes}" alt="${alt}" width="640" height="640"${attribute('loading', loading)}${attribute('fetchpriority', first ? 'high' : null)}${attribute('decoding', first ? null : 'async')}>`;
}
