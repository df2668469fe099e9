import { sql, triggers } from './collections.ts';

/**
 * Words of messages. The keys are the message itself ("m" and its id), its buyer ("b") and its store ("s"): a search reads
 * only what its sides wrote, however many messages there are, and a row is found again without a number that a VACUUM
 * could change. The texts themselves stay in `messages`.
 */
const WORDS = `CREATE VIRTUAL TABLE message_words USING fts5(message UNINDEXED, conversation UNINDEXED, keys, text,
  content='', contentless_delete=1, contentless_unindexed=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2')`;

const addWords = (where: string) => `INSERT INTO message_words (message, conversation, keys, text)
  SELECT m.id, m.conversation, 'm' || m.id || ' b' || c.buyer || ' s' || c.store, m.text
  FROM messages m JOIN conversations c ON c.id = m.conversation WHERE m.text <> '' ${where}`;

const DROP_WORDS = `DELETE FROM message_words WHERE rowid IN
  (SELECT rowid FROM message_words WHERE message_words MATCH 'keys : m' || old.id)`;

/** What a library shows of a product, in one row: its own rows are a hundred times as long, and lie in three tables. */
const PRODUCT_COLUMNS = 'seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt';

/** Rises with each change; nothing that was given out is given out again. */
const NEXT = '(SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l)';

const writeProducts = (where: string) => `INSERT INTO library_products (product, ${PRODUCT_COLUMNS})
  SELECT p.id, ${NEXT}, p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE ${where}
  ON CONFLICT (product) DO UPDATE SET ${PRODUCT_COLUMNS.split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

/** Notes that a product changed in one person's library. */
const note = (row: string) => `INSERT INTO library_changes (person, product, seq)
  SELECT ${row}.\`user\`, ${row}.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = ${row}.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq`;

/** What of a product's own row a library shows. */
const SHOWN = ['name', 'images', 'type', 'scale', 'supports', 'store'].map((column) => `\`${column}\``);

/**
 * Makes lists of people cost the same however much there is: indexes that fit their questions, the words of messages, what
 * libraries show of a product, and the order in which they changed, so that a page asks only for what changed since.
 */
migrate(
  (app) => {
    for (const index of [
      'products_free ON products (state, publishedAt, id) WHERE free = 1',
      "entitlements_owned ON entitlements (`user`, product) WHERE revokedAt = ''",
      'reviews_products ON reviews (`user`, product)',
      'conversations_buyer_unread ON conversations (buyer, lastAt, buyerUnread) WHERE buyerUnread > 0',
      'conversations_store_unread ON conversations (store, lastAt, storeUnread) WHERE storeUnread > 0',
      'conversations_buyer_list ON conversations (buyer, lastAt, id) WHERE buyerLeft = 0 AND lastNumber > 0',
      `conversations_store_list ON conversations (store, lastAt, id)
        WHERE storeLeft = 0 AND lastNumber > letterTo`,
      "notifications_new ON notifications (`user`, created) WHERE shown = 1 AND readAt = ''",
    ])
      sql(app, `CREATE INDEX ${index}`);

    sql(app, WORDS);
    sql(app, `${addWords('')} ORDER BY m.created, m.rowid`);
    triggers(app, {
      messages_words_new: `AFTER INSERT ON messages BEGIN ${addWords('AND m.id = new.id')}; END`,
      messages_words_changed: `AFTER UPDATE OF text ON messages WHEN old.text <> new.text
        BEGIN ${DROP_WORDS}; ${addWords('AND m.id = new.id')}; END`,
      messages_words_gone: `AFTER DELETE ON messages BEGIN ${DROP_WORDS}; END`,
    });

    sql(
      app,
      `CREATE TABLE library_changes (person TEXT NOT NULL, product TEXT NOT NULL, seq INTEGER NOT NULL,
        PRIMARY KEY (person, product)) WITHOUT ROWID`,
    );
    sql(app, 'CREATE INDEX library_changes_seq ON library_changes (person, seq)');
    const inLibraries: { [name: string]: string } = {};
    for (const table of ['entitlements', 'library_marks', 'downloads'])
      for (const event of ['insert', 'update', 'delete']) {
        if (table === 'entitlements' && event === 'delete') continue;
        const row = event === 'delete' ? 'old' : 'new';
        inLibraries[`library_changes_${table}_${event}`] = `AFTER ${event.toUpperCase()} ON ${table}
          WHEN ${row}.\`user\` <> '' BEGIN ${note(row)}; END`;
      }
    triggers(app, {
      ...inLibraries,
      library_changes_users:
        'AFTER DELETE ON users BEGIN DELETE FROM library_changes WHERE person = old.id; END',
    });

    sql(
      app,
      `CREATE TABLE library_products (product TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, name TEXT NOT NULL,
        store TEXT NOT NULL, picture TEXT NOT NULL, type TEXT NOT NULL, scale TEXT NOT NULL, supports TEXT NOT NULL,
        sizeBytes INTEGER NOT NULL, newestFileAt TEXT NOT NULL) WITHOUT ROWID`,
    );
    sql(app, writeProducts('true'));
    sql(app, 'CREATE INDEX library_products_seq ON library_products (seq)');
    triggers(app, {
      library_products_new: `AFTER INSERT ON products BEGIN ${writeProducts('p.id = new.id')}; END`,
      library_products_changed: `AFTER UPDATE OF ${SHOWN.join(', ')} ON products
        WHEN ${SHOWN.map((column) => `old.${column} <> new.${column}`).join(' OR ')}
        BEGIN ${writeProducts('p.id = new.id')}; END`,
      // The newest row stays, so that its number is not given out again.
      library_products_gone: `AFTER DELETE ON products BEGIN DELETE FROM library_products
        WHERE product = old.id AND seq < (SELECT max(seq) FROM library_products); END`,
      library_products_store: `AFTER UPDATE OF name ON stores WHEN old.name <> new.name
        BEGIN ${writeProducts('p.store = new.id')}; END`,
      library_products_file_new: `AFTER INSERT ON product_files BEGIN ${writeProducts('p.id = new.product')}; END`,
      library_products_file_changed: `AFTER UPDATE OF product, sizeBytes, created ON product_files
        BEGIN ${writeProducts('p.id IN (old.product, new.product)')}; END`,
      library_products_file_gone: `AFTER DELETE ON product_files BEGIN ${writeProducts('p.id = old.product')}; END`,
    });
  },
  () => {
    throw new Error('Lists need these indexes; restore a backup instead.');
  },
);
