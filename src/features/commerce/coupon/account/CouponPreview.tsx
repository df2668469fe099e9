import type { Shelf } from '../../../../domain/catalogue/shelf.ts';
import { type CouponDraft, couponExample, couponSentence } from '../../../../domain/commerce/coupon-draft.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';

/** A typical price of a miniature. */
const EXAMPLE_CENTS = 1000;

/** A preview sentence of the coupon while it is edited. */
export function CouponPreview({
  draft,
  complete,
  names,
  shelves,
  timeZone,
}: {
  draft: CouponDraft;
  /** Whether the draft is valid; an incomplete draft has no sentence yet. */
  complete: boolean;
  /** Names of products that have been seen, by id. */
  names: ReadonlyMap<string, string>;
  shelves: readonly Shelf[];
  timeZone: string;
}) {
  return (
    <section className="notice" aria-label="In plain words">
      {complete ? (
        <>
          <p className="font-semibold">
            {couponSentence(draft, {
              productName: (id) => names.get(id) ?? null,
              shelfName: (id) => shelves.find((shelf) => shelf.id === id)?.name ?? null,
              moment: (at) => momentText(at, timeZone),
            })}
          </p>
          <p className="mt-1 text-ink-2">{exampleText(draft)}</p>
        </>
      ) : (
        <p className="text-ink-2">A summary of the coupon appears here once every field is complete.</p>
      )}
    </section>
  );
}

function exampleText(draft: CouponDraft): string {
  const model = `A model of ${priceText(EXAMPLE_CENTS)}`;
  const pays = couponExample(draft, EXAMPLE_CENTS, Date.now());
  if (pays === null)
    return `${model} alone stays at ${priceText(EXAMPLE_CENTS)}: it is below the minimum spend.`;
  return pays === 0 ? `${model} is then free.` : `${model} then costs ${priceText(pays)}.`;
}
