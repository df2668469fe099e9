import { useStore } from '@nanostores/react';
import { CHECKOUT_GAP_TEXTS } from '../../../domain/commerce/checkout/checkout-gap.ts';
import { $person } from '../../identity/session/auth.store.ts';
import { $gap, $gift } from './quote.store.ts';

/** Gift options: the recipient of the link, and a message to them. */
export function GiftFields() {
  const gift = useStore($gift, { ssr: 'initial' });
  const gap = useStore($gap, { ssr: 'initial' });
  const needsAddress = gap === 'gift-address';
  const person = useStore($person, { ssr: 'initial' });
  return (
    <section className="card p-5" aria-label="Gift">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-verdigris"
          checked={gift !== null}
          onChange={(event) => $gift.set(event.target.checked ? { email: '', message: '' } : null)}
        />
        <span className="font-semibold">This is a gift</span>
      </label>
      {gift && (
        <div className="mt-2 grid gap-3">
          <p className="text-sm text-ink-2">
            We send them a link once you have paid. Any account can redeem it, once.
          </p>
          {person?.verified === false && (
            <p id="gift-unconfirmed" tabIndex={-1} className="notice text-sm">
              {CHECKOUT_GAP_TEXTS['gift-unconfirmed']}
            </p>
          )}
          <label className="grid gap-1 text-sm font-semibold" htmlFor="gift-email">
            Recipient’s e-mail
            <input
              id="gift-email"
              type="email"
              className="field font-normal"
              value={gift.email}
              autoComplete="off"
              aria-invalid={needsAddress || undefined}
              aria-describedby={needsAddress ? 'gift-email-error' : undefined}
              onChange={(event) => $gift.set({ ...gift, email: event.target.value })}
            />
            {needsAddress && (
              <span className="error font-normal" id="gift-email-error" role="alert">
                {CHECKOUT_GAP_TEXTS['gift-address']}
              </span>
            )}
          </label>
          <label className="grid gap-1 text-sm font-semibold" htmlFor="gift-message">
            Message (optional)
            <textarea
              id="gift-message"
              rows={3}
              maxLength={1000}
              className="field font-normal"
              value={gift.message}
              onChange={(event) => $gift.set({ ...gift, message: event.target.value })}
            />
          </label>
        </div>
      )}
    </section>
  );
}
