/** Indexes of a collection that longer ones take the place of, with the new ones. */
const INDEXES: readonly (readonly [
  collection: string,
  replaced: readonly string[],
  added: readonly string[],
])[] = [
  [
    'products',
    ['products_store_published'],
    [
      'CREATE INDEX products_store_published ON products (store, state, publishedAt, id, mature, shelves)',
      'CREATE INDEX products_store_names ON products (store, name, id, state, tags)',
    ],
  ],
  [
    'reviews',
    ['reviews_store', 'reviews_newest'],
    [
      'CREATE INDEX reviews_store ON reviews (store, writtenAt, id, hiddenAt, answeredAt)',
      'CREATE INDEX reviews_newest ON reviews (product, writtenAt, id, hiddenAt, photoCount)',
    ],
  ],
  [
    'questions',
    ['questions_store'],
    ['CREATE INDEX questions_store ON questions (store, state, created, id, product)'],
  ],
  ['guild_handouts', [], ['CREATE INDEX guild_handouts_member ON guild_handouts (member, handedAt)']],
];

/**
 * Lists with page numbers count their rows, and a seller's list looks for words in them: their indexes hold what is
 * asked for, so that the rows themselves are not read. The view of whole libraries is read by nothing any more.
 */
migrate(
  (app) => {
    for (const [name, replaced, added] of INDEXES) {
      const collection = app.findCollectionByNameOrId(name);
      const kept = (collection['indexes'] as string[]).filter(
        (index) => !replaced.some((old) => index.includes(` ${old} `) || index.includes(`\`${old}\``)),
      );
      collection['indexes'] = [...kept, ...added];
      app.save(collection);
    }
    app.delete(app.findCollectionByNameOrId('libraries'));
  },
  () => {
    throw new Error('Lists need these indexes; restore a backup instead.');
  },
);
