/** A row of the provider's book. */
interface Row {
  [field: string]: unknown;
}

/**
 * The transfers that belong to a member's payment: the provider's own, and those by which what was taken back from the
 * seller reached them again, which name the payment as their group. All others are for shares of carts.
 */
export function transfersOfMember<R extends Row>(transfers: readonly R[], charge: Row): R[] {
  return transfers.filter(
    (one) => one['source_transaction'] === charge['id'] || one['transfer_group'] === charge['payment_intent'],
  );
}

/** Divides transfers into those of these members' payments and the others. */
export function dividedTransfers<R extends Row>(
  transfers: readonly R[],
  members: readonly Row[],
): { toGuilds: R[]; forShares: R[] } {
  const toGuilds = new Set(members.flatMap((charge) => transfersOfMember(transfers, charge)));
  return { toGuilds: [...toGuilds], forShares: transfers.filter((one) => !toGuilds.has(one)) };
}
