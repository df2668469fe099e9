import type { Discount } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** When the prices of products change next without a change of the product: at the start of a sale, then at its end. */
export interface SaleClock {
  /** Tracks a product by its sale; null for none. */
  track(id: string, sale: Discount | null, now: Instant): void;
  forget(id: string): void;
  /** The products whose price has changed by `now`. They stay due until they are tracked again. */
  due(now: Instant): string[];
}

export function openSaleClock(): SaleClock {
  const next = new Map<string, Instant>();
  return {
    track(id, sale, now) {
      const at = sale ? [sale.from, sale.to].find((moment) => moment > now) : undefined;
      if (at === undefined) next.delete(id);
      else next.set(id, at);
    },
    forget: (id) => void next.delete(id),
    due: (now) => [...next].filter(([, at]) => at <= now).map(([id]) => id),
  };
}
