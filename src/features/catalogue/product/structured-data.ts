import { type Product, priceNow, productIsVisible } from '../../../domain/catalogue/product.ts';
import { averageText, ratingCount } from '../../../domain/catalogue/rating.ts';
import type { Review } from '../../../domain/community/review.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { paths } from '../../../paths.ts';
import type { Crumb } from '../../kernel/page/structured-data.ts';
import { plainText } from './markdown.ts';

/** A price for schema.org: dollars with two decimals. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Breadcrumbs from the home page to a product. */
export function crumbsOf({ name, category }: Pick<Product, 'name' | 'category'>): Crumb[] {
  const within = (of: { name: string; slug: string }): Crumb => ({
    name: of.name,
    path: paths.searchWithin('category', of.slug),
  });
  return [
    { name: 'Home', path: paths.home() },
    ...(category?.parent ? [within(category.parent)] : []),
    ...(category ? [within(category)] : []),
    { name },
  ];
}

/**
 * A product as a schema.org Product with its Offer, priced at `now`.
 * @param absolute turns a path into an absolute URL.
 * @param reviews those its page shows; at most five are included.
 */
export function productData(
  product: Product,
  now: Instant,
  absolute: (path: string) => string,
  reviews: readonly Review[] = [],
): object {
  const price = priceNow(product, now);
  const sells = productIsVisible(product.state);
  const measure = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'MMT' });
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': absolute(paths.product(product.id)),
    name: product.name,
    sku: product.id,
    description: plainText(product.description, 500),
    // Other sites would show mature pictures to everyone.
    ...(product.mature
      ? {}
      : {
          image: product.images.map(({ file }) =>
            absolute(paths.picture('products', product.id, file, 1280)),
          ),
        }),
    brand: { '@type': 'Brand', name: product.store.name },
    ...(product.category ? { category: product.category.name } : {}),
    ...reviewData(product, reviews),
    ...(product.size
      ? { width: measure(product.size.x), depth: measure(product.size.y), height: measure(product.size.z) }
      : {}),
    offers: {
      '@type': 'Offer',
      url: absolute(paths.product(product.id)),
      price: dollars(price.payCents),
      ...(product.openPrice
        ? {
            priceSpecification: {
              '@type': 'PriceSpecification',
              minPrice: dollars(price.payCents),
              priceCurrency: 'USD',
            },
          }
        : {}),
      priceCurrency: 'USD',
      availability: `https://schema.org/${sells ? (product.preOrder ? 'PreOrder' : 'InStock') : 'OutOfStock'}`,
      ...(price.percentOff !== null && product.sale
        ? { priceValidUntil: new Date(product.sale.to).toISOString().slice(0, 10) }
        : {}),
      seller: {
        '@type': 'Organization',
        name: product.store.name,
        url: absolute(paths.store(product.store.slug)),
      },
    },
  };
}

/** Maximum length of an included review, in characters. */
const REVIEW_MAX = 300;

function reviewData({ stars }: Product, reviews: readonly Review[]): object {
  const count = ratingCount(stars);
  if (count === 0) return {};
  const rating = (value: number | string) => ({ '@type': 'Rating', ratingValue: value });
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: averageText(stars), reviewCount: count },
    // Search engines require an author.
    review: reviews
      .filter(({ author }) => author !== null)
      .slice(0, 5)
      .map(({ author, writtenAt, stars, text }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: author },
        datePublished: new Date(writtenAt).toISOString().slice(0, 10),
        reviewRating: rating(stars),
        ...(text === '' ? {} : { reviewBody: text.slice(0, REVIEW_MAX).replace(/[\uD800-\uDBFF]$/, '') }),
      })),
  };
}
