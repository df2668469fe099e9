import { SAVED_NAME_MAX, SAVED_QUERY_MAX, SEARCH_PACES } from '../../domain/saved-search.ts';
import { choice, closed, created, dropper, link, text, updated } from './fields.ts';

/**
 * Searches people keep. `lookedFor` is the moment of the last look: a look for a moment moves it, and so is done once.
 * `seenUntil` is up to when of publication it has looked.
 */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'saved_searches',
      ...closed,
      fields: [
        link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
        text('name', SAVED_NAME_MAX, { required: true }),
        text('query', SAVED_QUERY_MAX, { required: true }),
        choice('pace', SEARCH_PACES, { required: true }),
        { type: 'date', name: 'lookedFor', required: true },
        { type: 'date', name: 'seenUntil', required: true },
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX saved_searches_once ON saved_searches (`user`, query)',
        'CREATE INDEX saved_searches_due ON saved_searches (pace, lookedFor)',
      ],
    }),
  );
}, dropper('saved_searches'));
