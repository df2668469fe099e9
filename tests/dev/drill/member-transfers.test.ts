import { expect, it } from 'vitest';
import { dividedTransfers } from '../../../src/dev/drill/member-transfers.ts';

it('what a seller gets again for a member’s payment counts as sent to guilds, not for carts', () => {
  const members = [{ id: 'ch_m', payment_intent: 'pi_m' }];
  const transfers = [
    { id: 'tr_own', source_transaction: 'ch_m', transfer_group: null, amount: 700 },
    { id: 'tr_again', source_transaction: null, transfer_group: 'pi_m', amount: 74 },
    { id: 'tr_share', source_transaction: 'ch_cart', transfer_group: 'order', amount: 900 },
    { id: 'tr_debt', source_transaction: null, transfer_group: null, amount: 5 },
  ];
  const { toGuilds, forShares } = dividedTransfers(transfers, members);
  expect(toGuilds.map(({ id }) => id)).toEqual(['tr_own', 'tr_again']);
  expect(forShares.map(({ id }) => id)).toEqual(['tr_share', 'tr_debt']);
});
