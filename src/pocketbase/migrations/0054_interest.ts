import { collection, triggers } from './collections.ts';
import { number, text } from './fields.ts';
import type { Sign } from './sums.ts';

/** What interest in a product is made of, counted since its popularity was reckoned. Points are in the domain. */
const COUNTS = ['visits', 'carts', 'wishes', 'claims', 'sales'] as const;

/** Counts what happened to a product, and lets it be reckoned anew. The first time its popularity so far is taken over. */
const note = (product: string, counts: Partial<Record<(typeof COUNTS)[number], string>>) =>
  `INSERT INTO product_interest (product, heat, reckonedOn, dueOn, ${COUNTS.join(', ')})
    SELECT p.id, p.popularity * 1000, date('now'), '', ${COUNTS.map((name) => counts[name] ?? '0').join(', ')}
    FROM products p WHERE p.id = ${product}
    ON CONFLICT (product) DO UPDATE SET dueOn = '',
    ${COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`;

const BOUGHT = (row: string) => `${row}.source IN ('purchase', 'gift')`;
/** What somebody chose to own: bought, got as a gift, or taken for nothing. What guilds and groups hand out is not counted. */
const gained = (sign: Sign) =>
  note('new.product', { sales: `${sign}(${BOUGHT('new')})`, claims: `${sign}(new.source = 'free')` });

/**
 * Interest in products, of which the job of popularity makes their popularity.
 */
migrate(
  (app) => {
    collection(
      app,
      'product_interest',
      [
        // A text, not a link: see 0040.
        text('product', 15),
        // Points in thousandths, as they were worth on the day `reckonedOn`.
        number('heat', { onlyInt: true }),
        text('reckonedOn', 10),
        // "" for at once.
        text('dueOn', 10),
        // Whoever takes a wish back, or is refunded, takes points back.
        ...COUNTS.map((name) => number(name, { onlyInt: true })),
      ],
      [
        'CREATE UNIQUE INDEX product_interest_product ON product_interest (product)',
        'CREATE INDEX product_interest_due ON product_interest (dueOn, product)',
      ],
    );
    triggers(app, {
      interest_viewed: `AFTER INSERT ON view_counts WHEN new.product <> ''
        BEGIN ${note('new.product', { visits: 'new.visits', carts: 'new.carts' })} END`,
      interest_viewed_more: `AFTER UPDATE OF visits, carts ON view_counts WHEN new.product <> ''
        BEGIN ${note('new.product', { visits: 'new.visits - old.visits', carts: 'new.carts - old.carts' })} END`,
      interest_wished: `AFTER INSERT ON wishes BEGIN ${note('new.product', { wishes: '1' })} END`,
      interest_wished_no_more: `AFTER DELETE ON wishes BEGIN ${note('old.product', { wishes: '-1' })} END`,
      interest_gained: `AFTER INSERT ON entitlements WHEN (${BOUGHT('new')} OR new.source = 'free') AND new.revokedAt = ''
        BEGIN ${gained('+')} END`,
      interest_lost: `AFTER UPDATE OF revokedAt ON entitlements
        WHEN (${BOUGHT('new')} OR new.source = 'free') AND old.revokedAt = '' AND new.revokedAt <> ''
        BEGIN ${gained('-')} END`,
      interest_regained: `AFTER UPDATE OF revokedAt ON entitlements
        WHEN (${BOUGHT('new')} OR new.source = 'free') AND old.revokedAt <> '' AND new.revokedAt = ''
        BEGIN ${gained('+')} END`,
      interest_gone:
        'AFTER DELETE ON products BEGIN DELETE FROM product_interest WHERE product = old.id; END',
    });
  },
  () => {
    throw new Error('This migration cannot be reverted: what was counted of interest would be forgotten.');
  },
);
