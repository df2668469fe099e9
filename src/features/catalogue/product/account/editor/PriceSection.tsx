import { useState } from 'react';
import { priceNow } from '../../../../../domain/catalogue/product.ts';
import { parseCents, priceText } from '../../../../../domain/kernel/money.ts';
import { instantAtWallClock, wallClockAt } from '../../../../../domain/kernel/wall-clock.ts';
import { Check, Field, Section } from '../../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../../ui/time-zone.ts';
import type { EditorPart } from './props.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Price, sale, and whether buyers choose what they pay. */
export function PriceSection({ editor, text }: EditorPart) {
  const { set, problem } = editor;
  const [typed, setTyped] = useState(text.priceCents === 0 ? '' : (text.priceCents / 100).toFixed(2));
  const [suggested, setSuggested] = useState(
    text.openPrice?.suggestedCents ? (text.openPrice.suggestedCents / 100).toFixed(2) : '',
  );
  const cents = parseCents(typed);
  const { sale, openPrice } = text;
  const zone = ownTimeZone();
  const onSale = sale && priceNow(text, sale.from).payCents;
  return (
    <Section title="Price">
      <Check
        label="Free for everyone"
        checked={text.free}
        onChange={(free) =>
          set({ free, priceCents: free ? 0 : (cents ?? 0), ...(free ? { sale: null, openPrice: null } : {}) })
        }
      />
      {!text.free && (
        <>
          <Check
            label="Pay what you want"
            hint="Buyers choose what they pay, from your minimum on. Coupons and guild discounts are taken off what they choose."
            checked={openPrice !== null}
            onChange={(on) =>
              set(on ? { openPrice: { suggestedCents: null }, sale: null } : { openPrice: null })
            }
          />
          <Field
            label={openPrice ? 'Minimum in dollars' : 'Price in dollars'}
            name="price"
            before="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            hint={openPrice ? 'With 0, or nothing, it can also be taken for free.' : undefined}
            required={openPrice === null}
            error={typed !== '' && cents === null ? 'Enter a price such as 5.99.' : problem('priceCents')}
            onChange={(next) => {
              setTyped(next);
              const found = parseCents(next);
              if (found !== null || next.trim() === '') set({ priceCents: found ?? 0 });
            }}
          />
          {openPrice && (
            <Field
              label="Suggested price in dollars (optional)"
              name="suggested"
              before="$"
              inputMode="decimal"
              autoComplete="off"
              required={false}
              value={suggested}
              error={
                suggested !== '' && parseCents(suggested) === null
                  ? 'Enter a price such as 5.99.'
                  : problem('openPrice')
              }
              onChange={(next) => {
                setSuggested(next);
                const found = parseCents(next);
                if (found !== null || next.trim() === '') set({ openPrice: { suggestedCents: found } });
              }}
            />
          )}
          {!openPrice && (
            <Check
              label="Put it on sale"
              checked={sale !== null}
              onChange={(on) => {
                const from = Date.now();
                set({ sale: on ? { percent: 20, from, to: from + WEEK_MS } : null });
              }}
            />
          )}
          {sale && (
            <div className="grid gap-4 sm:grid-cols-3">
              <Field
                label="Percent off"
                name="salePercent"
                type="number"
                min={5}
                max={90}
                value={String(sale.percent)}
                error={problem('salePercent')}
                onChange={(percent) => set({ sale: { ...sale, percent: Number(percent) } })}
              />
              <Field
                label="From"
                name="saleFrom"
                type="datetime-local"
                value={wallClockAt(sale.from, zone)}
                onChange={(at) => set({ sale: { ...sale, from: instantAtWallClock(at, zone) ?? sale.from } })}
              />
              <Field
                label="Until"
                name="saleTo"
                type="datetime-local"
                value={wallClockAt(sale.to, zone)}
                error={problem('saleTo')}
                onChange={(at) => set({ sale: { ...sale, to: instantAtWallClock(at, zone) ?? sale.to } })}
              />
              <p className="hint sm:col-span-3">
                {onSale !== null && text.priceCents > 0 && `Sale price: ${priceText(onSale)}. `}
                Times are in your time zone ({zone}).
              </p>
            </div>
          )}
        </>
      )}
    </Section>
  );
}
