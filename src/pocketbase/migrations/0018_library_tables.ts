import { sql, triggers } from './collections.ts';
import { choice, choices, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { INTEREST } from './sum-triggers.ts';

/** What people own, under the licence texts as they read when granted. Rows are never deleted. */
function licenceTexts(app: App): void {
  table(app, 'licence_texts', {
    fields: [
      text('key', 64, { pattern: '^[0-9a-f]{64}$', required: true }),
      text('body', 20_000, { required: true }),
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX licence_texts_key ON licence_texts (`key`)'],
  });
}

function entitlements(app: App): void {
  table(app, 'entitlements', {
    fields: [
      linkTo('user', 'users'),
      linkTo('product', 'products', { required: true }),
      choice(
        'source',
        ['purchase', 'free', 'release', 'entry_bundle', 'access_group', 'loyalty', 'gift', 'operator'],
        { required: true },
      ),
      text('sourceId', 60, { required: true }),
      choices('licences', ['personal', 'merchant']),
      text('licenceText', 64, { required: true }),
      { type: 'date', name: 'grantedAt', required: true },
      { type: 'date', name: 'revokedAt' },
      choice('revocation', ['refund', 'dispute', 'takedown', 'fraud']),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX entitlements_source ON entitlements (`user`, product, source, sourceId)',
      'CREATE INDEX entitlements_granted ON entitlements (source, sourceId)',
      'CREATE INDEX entitlements_product ON entitlements (product)',
    ],
    unlisted: [
      `CREATE INDEX entitlements_library ON entitlements (\`user\`, product, source, grantedAt, licences) WHERE revokedAt = ''`,
      "CREATE INDEX entitlements_newest ON entitlements (`user`, grantedAt, product) WHERE revokedAt = ''",
    ],
  });
  triggers(app, {
    entitlements_are_kept:
      "BEFORE DELETE ON entitlements BEGIN SELECT RAISE(ABORT, 'entitlements are never deleted'); END",
    library_changes_entitlements_insert: `AFTER INSERT ON entitlements
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    library_changes_entitlements_update: `AFTER UPDATE ON entitlements
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    interest_gained: INTEREST.interest_gained,
    interest_lost: INTEREST.interest_lost,
    interest_regained: INTEREST.interest_regained,
    // What people do with what they own: put it away, show a list or their wish list to whoever has the link, and prove a
    // merchant licence by a number. What somebody owns leaves their wish list in the transaction that grants it.
    wishes_owned_new: `AFTER INSERT ON entitlements WHEN new.revokedAt = '' BEGIN DELETE FROM wishes WHERE \`user\` = new.\`user\` AND product = new.product AND new.\`user\` <> ''; END`,
    wishes_owned_again: `AFTER UPDATE OF revokedAt, \`user\` ON entitlements
        WHEN new.revokedAt = '' BEGIN DELETE FROM wishes WHERE \`user\` = new.\`user\` AND product = new.product AND new.\`user\` <> ''; END`,
    // A review whose author got back what they paid, and owns the product in no other way, is hidden, and so it counts in
    // no sum. It is shown again once they own the product again. Who takes a product back does not matter: the database
    // sees each of them.
    reviews_returned: `AFTER UPDATE OF revokedAt ON entitlements WHEN old.revokedAt <> new.revokedAt
        BEGIN UPDATE reviews SET returnedAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now'), updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now')
  WHERE \`user\` = new.\`user\` AND \`user\` <> '' AND product = new.product AND returnedAt = '' AND NOT EXISTS (SELECT 1 FROM entitlements e
  WHERE e.\`user\` = new.\`user\` AND e.product = new.product AND (e.revokedAt = '' OR e.revocation = 'takedown')); UPDATE reviews SET returnedAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now'),
    hiddenAt = iif(EXISTS (SELECT 1 FROM cases c WHERE c.what = 'review' AND c.subject = reviews.id
  AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))), hiddenAt, '')
  WHERE \`user\` = new.\`user\` AND \`user\` <> '' AND product = new.product AND returnedAt <> '' AND EXISTS (SELECT 1 FROM entitlements e
  WHERE e.\`user\` = new.\`user\` AND e.product = new.product AND (e.revokedAt = '' OR e.revocation = 'takedown')); END`,
    reviews_owned_again: `AFTER INSERT ON entitlements WHEN new.revokedAt = ''
        BEGIN UPDATE reviews SET returnedAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now'),
    hiddenAt = iif(EXISTS (SELECT 1 FROM cases c WHERE c.what = 'review' AND c.subject = reviews.id
  AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))), hiddenAt, '')
  WHERE \`user\` = new.\`user\` AND \`user\` <> '' AND product = new.product AND returnedAt <> '' AND EXISTS (SELECT 1 FROM entitlements e
  WHERE e.\`user\` = new.\`user\` AND e.product = new.product AND (e.revokedAt = '' OR e.revocation = 'takedown')); END`,
  });
}

/** Orders that were bought as gifts. */
function gifts(app: App): void {
  table(app, 'gifts', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('giver', 'users'),
      text('email', 254, { required: true }),
      text('message', 1000),
      text('tokenHash', 64, { hidden: true, required: true }),
      linkTo('claimedBy', 'users'),
      { type: 'date', name: 'claimedAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX gifts_order ON gifts (`order`)',
      'CREATE UNIQUE INDEX gifts_token ON gifts (tokenHash)',
    ],
  });
}

/** What a person records about products they own or want: downloads, print states, lists, wishes. */
function downloads(app: App): void {
  table(app, 'downloads', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      // What was downloaded: a file's id, a variant's key, or "all".
      text('part', 60, { required: true }),
      count('version'),
      count('times'),
      { type: 'date', name: 'lastAt' },
      created,
      updated,
    ],
    later: [count('sentBytes'), { type: 'date', name: 'begunAt' }],
    asWritten: [
      'CREATE UNIQUE INDEX downloads_part ON downloads (`user`, product, part)',
      'CREATE INDEX downloads_newest ON downloads (`user`, product, lastAt)',
    ],
  });
  triggers(app, {
    library_changes_downloads_insert: `AFTER INSERT ON downloads
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    library_changes_downloads_update: `AFTER UPDATE ON downloads
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    library_changes_downloads_delete: `AFTER DELETE ON downloads
          WHEN old.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT old.\`user\`, old.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = old.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    site_downloads_new: `AFTER INSERT ON downloads BEGIN INSERT INTO site_days (day, downloads, downloadBytes) SELECT d.day, new.times, new.sentBytes FROM (SELECT '' AS day UNION ALL SELECT substr(new.lastAt, 1, 10) WHERE substr(new.lastAt, 1, 10) <> '') d WHERE true
    ON CONFLICT (day) DO UPDATE SET
    downloads = downloads + excluded.downloads, downloadBytes = downloadBytes + excluded.downloadBytes; END`,
    site_downloads_more: `AFTER UPDATE OF times, sentBytes ON downloads
        BEGIN INSERT INTO site_days (day, downloads, downloadBytes) SELECT d.day, new.times - old.times, new.sentBytes - old.sentBytes FROM (SELECT '' AS day UNION ALL SELECT substr(new.lastAt, 1, 10) WHERE substr(new.lastAt, 1, 10) <> '') d WHERE true
    ON CONFLICT (day) DO UPDATE SET
    downloads = downloads + excluded.downloads, downloadBytes = downloadBytes + excluded.downloadBytes; END`,
  });
}

function libraryLists(app: App): void {
  table(app, 'library_lists', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('name', 60, { required: true }),
      count('position'),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX library_lists_name ON library_lists (`user`, name)'],
  });
}

function libraryMarks(app: App): void {
  table(app, 'library_marks', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      choice('print', ['wanted', 'queued', 'printed', 'painted']),
      linkTo('lists', 'library_lists', { maxSelect: 50 }),
      created,
      updated,
    ],
    later: [{ type: 'bool', name: 'archived' }],
    asWritten: ['CREATE UNIQUE INDEX library_marks_product ON library_marks (`user`, product)'],
  });
  triggers(app, {
    library_changes_library_marks_insert: `AFTER INSERT ON library_marks
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    library_changes_library_marks_update: `AFTER UPDATE ON library_marks
          WHEN new.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT new.\`user\`, new.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = new.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
    library_changes_library_marks_delete: `AFTER DELETE ON library_marks
          WHEN old.\`user\` <> '' BEGIN INSERT INTO library_changes (person, product, seq)
  SELECT old.\`user\`, old.product,
    (SELECT coalesce(max(l.seq), 0) + 1 FROM library_changes l WHERE l.person = old.\`user\`) WHERE true
  ON CONFLICT (person, product) DO UPDATE SET seq = excluded.seq; END`,
  });
}

function wishes(app: App): void {
  table(app, 'wishes', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      count('seenCents'),
      // The start of the sale that a mail was sent about, so that one sale makes one mail.
      { type: 'date', name: 'alertedSale' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX wishes_product ON wishes (`user`, product)',
      'CREATE INDEX wishes_of_product ON wishes (product)',
    ],
  });
  triggers(app, {
    interest_wished: INTEREST.interest_wished,
    interest_wished_no_more: INTEREST.interest_wished_no_more,
  });
}

function libraryChanges(app: App): void {
  sql(
    app,
    `CREATE TABLE library_changes (person TEXT NOT NULL, product TEXT NOT NULL, seq INTEGER NOT NULL,
        PRIMARY KEY (person, product)) WITHOUT ROWID`,
  );
  sql(app, 'CREATE INDEX library_changes_seq ON library_changes (person, seq)');
}

function libraryProducts(app: App): void {
  sql(
    app,
    `CREATE TABLE library_products (product TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, name TEXT NOT NULL,
        store TEXT NOT NULL, picture TEXT NOT NULL, type TEXT NOT NULL, scale TEXT NOT NULL, supports TEXT NOT NULL,
        sizeBytes INTEGER NOT NULL, newestFileAt TEXT NOT NULL) WITHOUT ROWID`,
  );
  sql(app, 'CREATE INDEX library_products_seq ON library_products (seq)');
}

function sharedLists(app: App): void {
  table(app, 'shared_lists', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      // Empty for the wish list.
      linkTo('list', 'library_lists', { cascadeDelete: true }),
      text('key', 32, { required: true }),
      { type: 'bool', name: 'showsName' },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX shared_lists_key ON shared_lists (key)',
      'CREATE UNIQUE INDEX shared_lists_list ON shared_lists (`user`, list)',
      'CREATE INDEX shared_lists_by_list ON shared_lists (list)',
    ],
  });
}

function merchantLicences(app: App): void {
  table(app, 'merchant_licences', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('number', 12, { pattern: '^[0-9A-HJKMNP-TV-Z]{12}$', required: true }),
      // One of the two: what was bought, received or claimed, or what a guild gives its member.
      linkTo('entitlement', 'entitlements', { cascadeDelete: true }),
      linkTo('member', 'guild_members', { cascadeDelete: true }),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX merchant_licences_number ON merchant_licences (number)',
      'CREATE UNIQUE INDEX merchant_licences_of ON merchant_licences (entitlement, member)',
      'CREATE INDEX merchant_licences_member ON merchant_licences (member)',
      'CREATE INDEX merchant_licences_user ON merchant_licences (`user`)',
    ],
  });
}

/** What people own and what they do with it. */
firstSchema((app) => {
  licenceTexts(app);
  entitlements(app);
  gifts(app);
  downloads(app);
  libraryLists(app);
  libraryMarks(app);
  wishes(app);
  libraryChanges(app);
  libraryProducts(app);
  sharedLists(app);
  merchantLicences(app);
});
