import { actions, isInputError } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { cartTotal } from '../../../domain/commerce/cart-changes.ts';
import { CHECKOUT_GAP_TEXTS, checkoutGap } from '../../../domain/commerce/checkout/checkout-gap.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { isAskedInZone, WAIVER_TEXTS, waiverWordingFor } from '../../../domain/payments/waiver.ts';
import { paths } from '../../../paths.ts';
import { $person, recheckLogin } from '../../identity/session/auth.store.ts';
import { navigateTo } from '../../kernel/page/external-links.ts';
import { clearOwnedCache } from '../../library/library/owned-cache.ts';
import { $cart, cart } from '../cart/cart.store.ts';
import {
  $gap,
  $gift,
  $quote,
  applyQuote,
  chosenOf,
  leadTo,
  originsOf,
  quoteSettled,
  refreshQuote,
} from './quote.store.ts';
import { rememberOrder } from './unpaid-order.ts';

/** When what was paid for can be downloaded, by how much of it is finished. */
const ARRIVAL = {
  all: 'Your products are in your library right after.',
  some: 'What is finished is in your library right after.',
  none: 'You can download it once the artist delivers it.',
};

const CHANGED = 'Something in your cart has changed. Please check it again before you pay.';

/**
 * The total, and the button that checks out. It can always be pressed: where something is missing, it says what, and goes there.
 * @param ways how the payment page takes money: "by card"
 */
export function PayPanel({ taxNote, ways }: { taxNote: string | null; ways: string }) {
  const { quote, state, problem } = useStore($quote, { ssr: 'initial' });
  const stored = useStore($cart, { ssr: 'initial' });
  const gift = useStore($gift, { ssr: 'initial' });
  const person = useStore($person, { ssr: 'initial' });
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
  // A tick belongs to the sentence beside it: where another one is asked, it is to be ticked again.
  const [ticked, setTicked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const total = quote?.totalCents ?? cartTotal(stored);
  const count = quote?.lines.length ?? 0;
  const awaited = quote?.lines.filter(({ promisedDay }) => promisedDay !== undefined).length ?? 0;
  const wording = waiverWordingFor(quote?.lines ?? []);
  const waiver = ticked === wording ? wording : null;
  const nothingToBuy = state === 'ready' && count === 0;
  const isAsked = isAskedInZone(timeZone);
  const asked = useStore($gap, { ssr: 'initial' });
  const gap = checkoutGap({ gift, isConfirmed: person?.verified !== false, isAsked, waiver, wording });
  // What was missing is there now: its field says so no longer.
  useEffect(() => {
    if (asked !== gap) $gap.set(null);
  }, [asked, gap]);
  // Back from the payment page, the browser restores this page as it was left: with the button still busy.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const checkOut = async () => {
    setRefused(null);
    if (gap !== null) return leadTo(gap);
    setBusy(true);
    try {
      const { quote } = await quoteSettled();
      // What is paid is what the button said when it was pressed.
      if (quote === null || quote.totalCents !== total) {
        setRefused(quote && CHANGED);
        return setBusy(false);
      }
      const productIds = quote.lines.map(({ productId }) => productId);
      const codes = quote.coupons.filter(({ refusal }) => refusal === null).map(({ code }) => code);
      const { data, error } = await actions.checkout.checkOut({
        productIds,
        codes,
        chosen: chosenOf($cart.get()),
        origins: originsOf($cart.get()),
        gift,
        shownCents: quote.totalCents,
        timeZone,
        waiver,
      });
      if (error?.code === 'UNAUTHORIZED') {
        setRefused('You are signed out. Sign in to go on; your cart is saved.');
        await recheckLogin();
      } else if (error) {
        const fields = isInputError(error) ? Object.values(error.fields).flat() : [];
        setRefused(fields[0] ?? error.message);
      } else if (data.kind === 'pay') {
        rememberOrder(data.orderId);
        // The button stays busy while the payment page loads.
        if (navigateTo(data.url, { external: true })) return;
      } else if (data.kind === 'done') {
        cart.bought(productIds);
        clearOwnedCache();
        location.assign(gift ? paths.payments() : paths.library());
        return;
      } else {
        applyQuote(data.quote);
        setRefused(CHANGED);
      }
    } catch {
      setRefused('There is no connection. You have not been charged; try again in a moment.');
    }
    setBusy(false);
  };

  return (
    <section className="card grid gap-3 p-5" aria-label="Total">
      {quote && quote.discountCents > 0 && (
        <>
          <Row label="Before discounts" cents={quote.listCents} />
          <Row label="Discounts" cents={quote.discountCents} less />
        </>
      )}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-2">Total</span>
        <span className="font-display text-3xl tabular-nums" aria-busy={state === 'loading'}>
          {nothingToBuy ? '–' : priceText(total)}
        </span>
      </p>
      {taxNote !== null && total > 0 && !nothingToBuy && <p className="text-sm text-ink-2">{taxNote}</p>}
      {(problem ?? refused) && (
        <p className="notice notice-bad" role="alert">
          {refused ?? problem}
        </p>
      )}
      {state === 'failed' ? (
        <button className="btn" type="button" onClick={() => void refreshQuote()}>
          Check prices again
        </button>
      ) : nothingToBuy ? (
        <p className="notice text-sm">Nothing in this cart can be bought now.</p>
      ) : person ? (
        <>
          {awaited > 0 && (
            <p className="text-sm text-ink-2">
              You pay now for what you pre-order. Until it is delivered you can cancel it for a full refund
              {isAsked && ', whatever you tick below'}; if its day passes, you are refunded without asking.
            </p>
          )}
          {isAsked && (
            <label className="flex min-h-11 items-start gap-3 text-sm">
              <input
                id="waiver"
                type="checkbox"
                aria-invalid={asked === 'not-given' || undefined}
                aria-describedby={asked === 'not-given' ? 'waiver-error' : undefined}
                className="mt-0.5 size-5 flex-none accent-verdigris"
                checked={waiver !== null}
                onChange={(event) => setTicked(event.target.checked ? wording : null)}
              />
              {WAIVER_TEXTS[wording]}
            </label>
          )}
          {asked === 'not-given' && (
            <p id="waiver-error" className="error" role="alert">
              {CHECKOUT_GAP_TEXTS[asked]}
            </p>
          )}
          <button
            className="btn"
            type="button"
            aria-busy={busy}
            disabled={busy}
            onClick={() => void checkOut()}
          >
            {busy ? 'One moment …' : total > 0 ? `Pay ${priceText(total)}` : 'Add to my library'}
          </button>
        </>
      ) : (
        <>
          <a className="btn" href={paths.login(paths.cart())}>
            Sign in to {total > 0 ? 'pay' : 'continue'}
          </a>
          <p className="text-sm text-ink-2">
            New here?{' '}
            <a className="link" href={paths.signup(paths.cart())}>
              Sign up
            </a>
            ; your cart is saved.
          </p>
        </>
      )}
      {!nothingToBuy && (
        <p className="text-sm text-ink-2">
          {total > 0
            ? `You pay once for all artists, ${ways}, on the payment provider’s page. ${ARRIVAL[awaited === 0 ? 'all' : awaited < count ? 'some' : 'none']}`
            : 'Free. No card needed.'}{' '}
          The{' '}
          <a className="link" href={paths.terms()}>
            terms
          </a>{' '}
          apply.
        </p>
      )}
      <a className="btn btn-quiet" href={paths.search()}>
        Keep shopping
      </a>
    </section>
  );
}

function Row({ label, cents, less = false }: { label: string; cents: number; less?: boolean }) {
  return (
    <p className="flex items-baseline justify-between gap-4 text-ink-2">
      <span>{label}</span>
      <span className="tabular-nums">
        {less ? '−' : ''}
        {priceText(cents)}
      </span>
    </p>
  );
}
