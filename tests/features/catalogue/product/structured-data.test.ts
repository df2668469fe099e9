import { describe, expect, it } from 'vitest';
import { NO_PRINT_SETTINGS } from '../../../../src/domain/catalogue/print/print-settings.ts';
import type { Review } from '../../../../src/domain/community/review.ts';
import { productData } from '../../../../src/features/catalogue/product/structured-data.ts';
import { aProduct } from './a-product.ts';

const absolute = (path: string) => `https://minis.example${path}`;

describe('a product for search engines', () => {
  it('has a name, pictures and a price', () => {
    expect(productData(aProduct(), 0, absolute)).toMatchObject({
      '@type': 'Product',
      name: 'Mossback Cairn-Golem',
      description: 'A walking cairn. It reads as large.',
      image: [
        'https://minis.example/img/1280/products/golem0000000000/golem.webp',
        'https://minis.example/img/1280/products/golem0000000000/golem-primer.webp',
      ],
      height: { value: 47.7, unitCode: 'MMT' },
      offers: { price: '5.99', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
  });

  it('has the sale price and its end during a sale', () => {
    const sale = { percent: 25, from: 1000, to: Date.UTC(2026, 10, 28) };
    expect(productData(aProduct({ sale }), 2000, absolute)).toMatchObject({
      offers: { price: '4.49', priceValidUntil: '2026-11-28' },
    });
    expect(JSON.stringify(productData(aProduct({ sale }), 500, absolute))).not.toContain('priceValidUntil');
  });

  it('has the rating and five named reviews', () => {
    const said = (author: string | null): Review => ({
      id: 'r',
      productId: 'p',
      author,
      source: 'purchase',
      stars: 4,
      text: 'a'.repeat(1000),
      ...NO_PRINT_SETTINGS,
      variant: '',
      outcome: null,
      writtenAt: Date.UTC(2026, 10, 21),
      editedAt: null,
      photos: [],
      answer: null,
    });
    const reviews = [said(null), ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => said(name))];
    const data = productData(aProduct({ stars: [0, 0, 0, 6, 1] }), 0, absolute, reviews);
    expect(data).toMatchObject({ aggregateRating: { ratingValue: '4.1', reviewCount: 7 } });
    const { review } = data as { review: { author: { name: string }; reviewBody: string }[] };
    expect(review.map(({ author }) => author.name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(review[0]?.reviewBody).toHaveLength(300);
    expect(JSON.stringify(productData(aProduct(), 0, absolute))).not.toContain('aggregateRating');
  });

  it('costs 0.00 if it is free', () => {
    const free = aProduct({ free: true, priceCents: 0 });
    expect(productData(free, 0, absolute)).toMatchObject({ offers: { price: '0.00' } });
  });
});
