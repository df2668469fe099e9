import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import type { SellerShare } from './shares.ts';

const t = tables.sellerTransfers.as('t');

const OF_TRANSFER = {
  turn: t.turn,
  kind: t.kind,
  amountCents: t.amountCents,
  state: t.state,
  stripeId: t.stripeId,
  of: t.of,
};
const TRANSFER = shape(OF_TRANSFER);

/** Movements of the sellers' shares. Each is recorded before it is requested at the provider, and ends once. */

/**
 * One movement of a share: a transfer or reversal at the provider, or an offset without money moving: withheld for a
 * debt, or recovered from a later share. `turn` numbers the movements of an order and store from 0.
 */
export type SellerTransfer = RowOf<typeof OF_TRANSFER>;

export async function transfersOf(
  pb: PocketBase,
  orderId: string,
  storeId: string,
): Promise<SellerTransfer[]> {
  const [transfers] = await ask(
    pb,
    select(
      TRANSFER,
      sql`SELECT ${TRANSFER} FROM seller_transfers t
        WHERE t.[[order]] = {:orderId} AND t.store = {:storeId} ORDER BY t.turn`,
      { orderId, storeId },
    ),
  );
  return transfers;
}

/**
 * Records a movement before it is requested at the provider. False if another process took its number, or if the share is
 * not as it was seen: a movement that ended since would be made twice.
 */
export async function beginTransfer(
  pb: PocketBase,
  share: SellerShare,
  transfer: Pick<SellerTransfer, 'turn' | 'kind' | 'amountCents' | 'of'>,
): Promise<boolean> {
  const steps = transaction(pb)
    .exec(
      sql`UPDATE seller_shares SET state = state
        WHERE [[order]] = {:order} AND store = {:store} AND shareCents = {:due} AND sentCents = {:sent}`,
      { order: share.orderId, store: share.storeId, due: share.shareCents, sent: share.sentCents },
      { expect: 1, else: 'changed-meanwhile' },
    )
    .create('seller_transfers', {
      order: share.orderId,
      store: share.storeId,
      ...transfer,
      state: 'sending',
    });
  return (await refusalOf(steps, ['conflict', 'changed-meanwhile'])) === null;
}

/** Records that the provider made a movement. Idempotent. */
export async function endTransfer(
  pb: PocketBase,
  share: Pick<SellerShare, 'orderId' | 'storeId'>,
  transfer: Pick<SellerTransfer, 'turn' | 'kind' | 'amountCents'>,
  stripeId: string,
  at: Instant,
): Promise<void> {
  const params = { order: share.orderId, store: share.storeId, now: dateOf(at) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE seller_transfers SET state = 'done', stripeId = {:stripe}, updated = {:now}
        WHERE [[order]] = {:order} AND store = {:store} AND turn = {:turn} AND state = 'sending'`,
      { ...params, turn: transfer.turn, stripe: stripeId },
      { expect: 1, else: 'already' },
    )
    .exec(
      sql`UPDATE seller_shares SET sentCents = sentCents + {:amount}, updated = {:now}
        WHERE [[order]] = {:order} AND store = {:store}`,
      { ...params, amount: transfer.kind === 'transfer' ? transfer.amountCents : -transfer.amountCents },
    )
    // What it should be may have changed while the money was on its way; the rest is owed then, in either direction.
    .exec(
      sql`UPDATE seller_shares SET state = CASE WHEN state = 'frozen' THEN 'frozen'
          WHEN state = 'debt' AND sentCents > shareCents THEN 'debt'
          WHEN state = 'held' AND sentCents < shareCents THEN 'held'
          WHEN sentCents <> shareCents THEN 'owed' WHEN shareCents = 0 THEN 'returned' ELSE 'sent' END
        WHERE [[order]] = {:order} AND store = {:store}`,
      params,
    );
  await refusalOf(steps, ['already']);
}

/**
 * Records that the provider refused a movement; nothing where another process has ended it. A refused reversal becomes a debt
 * of the seller.
 */
export async function failTransfer(
  pb: PocketBase,
  share: Pick<SellerShare, 'orderId' | 'storeId'>,
  transfer: Pick<SellerTransfer, 'turn' | 'kind'>,
  at: Instant,
): Promise<void> {
  const params = { order: share.orderId, store: share.storeId, now: dateOf(at) };
  const steps = transaction(pb).exec(
    sql`UPDATE seller_transfers SET state = 'failed', updated = {:now}
      WHERE [[order]] = {:order} AND store = {:store} AND turn = {:turn} AND state = 'sending'`,
    { ...params, turn: transfer.turn },
    { expect: 1, else: 'already' },
  );
  if (transfer.kind === 'reversal') {
    steps.exec(
      sql`UPDATE seller_shares SET state = 'debt', updated = {:now}
        WHERE [[order]] = {:order} AND store = {:store} AND sentCents > shareCents`,
      params,
    );
  }
  await refusalOf(steps, ['already']);
}
