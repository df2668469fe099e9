/** How large a grown world is, in rows. The long tails count among the totals. */
export interface GrownSize {
  products: number;
  people: number;
  stores: number;
  /** Lines of paid orders. */
  orderLines: number;
  reviews: number;
  messages: number;
  notifications: number;
  follows: number;
  wishes: number;
  /** Guilds besides the giant one. */
  guilds: number;
  /** Members of the giant guild. */
  giantMembers: number;
  /** Lines sold by the giant store. */
  giantSales: number;
  /** Products of the one collector. */
  collected: number;
  /** Conversations of the store that talks the most. */
  conversations: number;
  /** Notifications of the person who has the most. */
  notified: number;
}

/** The size at which `npm run bench -- grown` measures. */
export const GROWN: GrownSize = {
  products: 100_000,
  people: 100_000,
  stores: 2_000,
  orderLines: 1_000_000,
  reviews: 200_000,
  messages: 300_000,
  notifications: 200_000,
  follows: 100_000,
  wishes: 50_000,
  guilds: 100,
  giantMembers: 20_000,
  giantSales: 100_000,
  collected: 5_000,
  conversations: 5_000,
  notified: 5_000,
};

/** The same proportions, divided; every part keeps a few rows. */
export function dividedBy(size: GrownSize, parts: number): GrownSize {
  const least: Partial<GrownSize> = { stores: 4, people: 60, guilds: 1 };
  return Object.fromEntries(
    Object.entries(size).map(([name, rows]) => [
      name,
      Math.max(least[name as keyof GrownSize] ?? 2, Math.round(rows / parts)),
    ]),
  ) as unknown as GrownSize;
}
