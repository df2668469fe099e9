import { STORE_STATES } from '../../domain/store.ts';
import { choice, closed, count, created, dropper, link, pictures, text, updated } from './fields.ts';

/** A seller's place in the hall; one a person. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'stores',
      ...closed,
      fields: [
        link('owner', app.findCollectionByNameOrId('users'), { required: true }),
        text('slug', 60, { required: true, min: 2, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
        text('name', 80, { required: true }),
        text('tagline', 160),
        text('about', 20_000),
        pictures('logo', 1),
        pictures('banner', 1),
        text('bannerAlt', 300),
        { type: 'json', name: 'socials', maxSize: 2000 },
        choice('state', STORE_STATES, { required: true }),
        count('productCount'),
        { type: 'date', name: 'openedAt' },
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX stores_owner ON stores (owner)',
        'CREATE UNIQUE INDEX stores_slug ON stores (slug)',
        'CREATE INDEX stores_state_opened ON stores (state, openedAt)',
      ],
    }),
  );
}, dropper('stores'));
