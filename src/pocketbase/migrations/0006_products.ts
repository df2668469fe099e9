import { FACETS } from '../../domain/facets.ts';
import { MAXIMUM_PRICE_CENTS } from '../../domain/money.ts';
import { AI_DECLARATIONS, LICENCES, PRODUCT_STATES } from '../../domain/product.ts';
import {
  choice,
  choices,
  closed,
  count,
  created,
  dropper,
  link,
  number,
  pictures,
  text,
  updated,
} from './fields.ts';

/** What is sold or given. Sizes in mm, volume in ml, money in cents; deleting a category or shelf empties the link only. */
const values = (facet: keyof typeof FACETS) => Object.keys(FACETS[facet].values);

migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'products',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        text('name', 120, { required: true }),
        text('slug', 140, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
        text('description', 20_000),
        count('priceCents', { max: MAXIMUM_PRICE_CENTS }),
        { type: 'bool', name: 'free' },
        count('salePercent', { max: 100 }),
        { type: 'date', name: 'saleFrom' },
        { type: 'date', name: 'saleTo' },
        link('category', app.findCollectionByNameOrId('categories')),
        { ...link('shelves', app.findCollectionByNameOrId('shelves')), maxSelect: 20 },
        { type: 'json', name: 'tags', maxSize: 4000 },
        choice('type', values('type')),
        choices('genre', values('genre')),
        text('archetype', 60),
        choice('scale', values('scale')),
        choices('supports', values('supports')),
        choices('printer', values('printer')),
        choice('parts', values('parts')),
        number('baseMm', { min: 0, max: 1000 }),
        number('sizeX', { min: 0, max: 10_000 }),
        number('sizeY', { min: 0, max: 10_000 }),
        number('sizeZ', { min: 0, max: 10_000 }),
        number('volumeMl', { min: 0, max: 1_000_000 }),
        choices('licences', Object.keys(LICENCES)),
        pictures('images', 12),
        { type: 'json', name: 'imageAlts', maxSize: 8000 },
        text('printNotes', 4000),
        { type: 'bool', name: 'mature' },
        choice('ai', Object.keys(AI_DECLARATIONS)),
        choice('state', PRODUCT_STATES, { required: true }),
        count('popularity'),
        { type: 'date', name: 'publishedAt' },
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX products_store_slug ON products (store, slug)',
        'CREATE INDEX products_published ON products (state, publishedAt)',
        'CREATE INDEX products_store_published ON products (store, state, publishedAt)',
        'CREATE INDEX products_category_published ON products (category, state, publishedAt)',
        'CREATE INDEX products_state_id ON products (state, id)',
        'CREATE INDEX products_state_created ON products (state, created, id)',
      ],
    }),
  );
}, dropper('products'));
