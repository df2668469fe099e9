import { CASE_ANSWER_DAYS, CASE_ANSWER_MAX, CASE_KINDS, CASE_STATES } from '../../domain/case.ts';
import { choice, closed, count, created, link, sql, text, updated } from './fields.ts';

/**
 * Claims against products and stores. The operator opens and decides them in the dashboard; triggers number them, set
 * the day until which the seller may answer, and hide or show what they are about. The site's server writes the mails.
 */
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
const HIDES = (row: string) =>
  `(${row}.state = 'upheld' OR (${row}.suspendMeanwhile AND ${row}.state IN ('open', 'answered')))`;
/** Its product, else its store. */
const TARGETS = [
  { table: 'products', id: 'new.product', same: "c.product = new.product AND new.product <> ''" },
  {
    table: 'stores',
    id: "CASE new.product WHEN '' THEN new.store ELSE '' END",
    same: "c.product = '' AND c.store = new.store",
  },
];
const follow = ({ table, id, same }: (typeof TARGETS)[number]) => `
  UPDATE ${table} SET state = 'suspended', suspendedByCase = TRUE, updated = ${NOW},
      suspendedWhy = 'Case C-' || (SELECT number FROM cases WHERE id = new.id)
    WHERE id = ${id} AND state <> 'suspended' AND ${HIDES('new')};
  UPDATE ${table} SET state = suspendedFrom, updated = ${NOW}
    WHERE id = ${id} AND state = 'suspended' AND suspendedByCase AND suspendedFrom <> ''
      AND NOT EXISTS (SELECT 1 FROM cases c WHERE ${same} AND ${HIDES('c')});`;

const TRIGGERS: Record<string, string> = {
  cases_about: `BEFORE INSERT ON cases WHEN new.product = '' AND new.store = '' BEGIN
    SELECT RAISE(ABORT, 'a case is about a product or a store'); END`,
  cases_begin: `AFTER INSERT ON cases BEGIN
    UPDATE cases SET number = (SELECT COALESCE(MAX(c.number), 0) + 1 FROM cases c),
        deadline = CASE deadline WHEN '' THEN strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+${CASE_ANSWER_DAYS} days') ELSE deadline END,
        store = CASE WHEN new.product = '' THEN new.store
          ELSE COALESCE((SELECT p.store FROM products p WHERE p.id = new.product), new.store) END
      WHERE id = new.id;
    ${TARGETS.map(follow).join('')} END`,
  cases_go_on: `AFTER UPDATE OF state, suspendMeanwhile ON cases BEGIN ${TARGETS.map(follow).join('')} END`,
  cases_products_lifted: `AFTER UPDATE OF state ON products
    WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
    UPDATE products SET suspendedByCase = FALSE WHERE id = new.id; END`,
  cases_stores_lifted: `AFTER UPDATE OF state ON stores
    WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
    UPDATE stores SET suspendedByCase = FALSE WHERE id = new.id; END`,
  change_feed_cases_insert: `AFTER INSERT ON cases BEGIN
    INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
  change_feed_cases_update: `AFTER UPDATE ON cases BEGIN
    INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
};

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    const stores = app.findCollectionByNameOrId('stores');
    for (const collection of [products, stores]) {
      collection.fields.add(new Field({ type: 'bool', name: 'suspendedByCase' }));
      app.save(collection);
    }
    app.save(
      new Collection({
        type: 'base',
        name: 'cases',
        ...closed,
        fields: [
          count('number'),
          choice('kind', Object.keys(CASE_KINDS), { required: true }),
          link('product', products),
          link('store', stores),
          { type: 'email', name: 'reporter', required: true },
          text('claim', 5000, { required: true }),
          choice('state', CASE_STATES, { required: true }),
          // Hides it until the decision; for claims that cannot wait.
          { type: 'bool', name: 'suspendMeanwhile' },
          { type: 'date', name: 'deadline' },
          text('answer', CASE_ANSWER_MAX),
          text('decision', 2000),
          // The last state that both sides were written about.
          text('toldState', 20),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX cases_number ON cases (number) WHERE number > 0',
          'CREATE INDEX cases_store ON cases (store, number)',
          'CREATE INDEX cases_untold ON cases (id) WHERE state <> toldState',
        ],
      }),
    );
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    app.delete(app.findCollectionByNameOrId('cases'));
    for (const name of ['products', 'stores']) {
      const collection = app.findCollectionByNameOrId(name);
      collection.fields.removeByName('suspendedByCase');
      app.save(collection);
    }
  },
);
