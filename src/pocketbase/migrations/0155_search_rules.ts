import { collection, extend, feed } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';

/**
 * What operators make of searches: words that mean the same, words that do not, and searches that lead elsewhere. A search that
 * finds few models is counted like one that finds none, and one that finds many is counted for the suggestions.
 */
migrate(
  (app) => {
    collection(
      app,
      'search_rules',
      [
        choice('kind', ['same', 'apart', 'redirect'], { required: true }),
        // Of a set the words with commas between them; the one search of a redirect.
        text('words', 800, { required: true }),
        // Where a redirect leads: another search, or a path of ours.
        text('target', 500),
        created,
        updated,
      ],
      ['CREATE UNIQUE INDEX search_rules_once ON search_rules (kind, words)'],
    );
    feed(app, 'search_rules');
    extend(app, 'search_misses', [
      // How many models the last search of the day found.
      count('found'),
    ]);
    collection(
      app,
      'found_searches',
      [
        text('words', 60, { required: true }),
        // How many models the last search found, and on how many days, until which one, there was one.
        count('found'),
        count('times'),
        count('days'),
        text('lastDay', 10),
      ],
      [
        'CREATE UNIQUE INDEX found_searches_words ON found_searches (words)',
        'CREATE INDEX found_searches_often ON found_searches (times)',
      ],
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('search_rules'));
    app.delete(app.findCollectionByNameOrId('found_searches'));
    const misses = app.findCollectionByNameOrId('search_misses');
    misses.fields.removeByName('found');
    app.save(misses);
  },
);
