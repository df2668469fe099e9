import { sql, triggers } from './collections.ts';
import { queue } from './webhook-queue.ts';

const REPLACED = ['webhooks_sale', 'webhooks_refund', 'webhooks_refund_done'];

/** The stores that sell something of an order, and the partners who get a part of it: each once. */
const SOLD = `SELECT l.store, new.id AS subject FROM order_lines l WHERE l.\`order\` = new.id
  UNION SELECT p.store, new.id FROM partner_parts p WHERE p.\`order\` = new.id AND p.netCents > 0`;

/** Those of the refunded line, or of all paid lines where the whole order is refunded. */
const REFUNDED = `SELECT l.store, new.id AS subject FROM order_lines l
    WHERE l.\`order\` = new.\`order\` AND iif(new.line = '', l.paidCents > 0, l.id = new.line)
  UNION SELECT p.store, new.id FROM partner_parts p
    WHERE p.\`order\` = new.\`order\` AND p.netCents > 0 AND (new.line = '' OR p.line = new.line)`;

/** Partners of products are told of sales and refunds, too, and everybody of refunds of whole orders. */
migrate(
  (app) => {
    for (const name of REPLACED) sql(app, `DROP TRIGGER ${name}`);
    triggers(app, {
      webhooks_sale: `AFTER UPDATE OF state ON orders WHEN new.state = 'paid' AND old.state IN ('pending', 'expired') BEGIN
        ${queue('sale', SOLD)} END`,
      webhooks_refund: `AFTER UPDATE OF state ON refunds WHEN new.state = 'done' AND old.state <> 'done' BEGIN
        ${queue('refund', REFUNDED)} END`,
      webhooks_refund_done: `AFTER INSERT ON refunds WHEN new.state = 'done' BEGIN
        ${queue('refund', REFUNDED)} END`,
    });
  },
  () => {
    throw new Error('Messages that name a partner could not be read any more; restore a backup instead.');
  },
);
