import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { type MembershipView, rhythmText } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Switches between monthly and yearly payment, with the amount and the date shown before. */
export function BillingChange({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { busy, mutate } = useMutation();
  const [isConfirming, setConfirming] = useState(false);
  // The pressed button disappears, so move the focus to what replaces it.
  const confirmation = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) confirmation.current?.focus();
    else if (wasConfirming.current) opener.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  const { choice, next } = view.paying;
  const { member, guildId } = view;
  const day = member.nextChargeAt === null ? 'with your next payment' : `on ${dayText(member.nextChargeAt)}`;
  if (!choice && !next) return null;
  const change = ({ billing, cents }: NonNullable<typeof choice>) =>
    void mutate(
      () => actions.memberships.changeBilling({ guildId, to: billing, shownCents: cents }),
      billing === 'annual' ? 'You pay by the year from then on.' : 'You pay by the month from then on.',
      () => {
        setConfirming(false);
        onChanged();
      },
    );
  return (
    <Section title="How you pay">
      <p>
        {next
          ? `You pay ${rhythmText(member.priceCents, member.billing)} until your paid time ends, and ${rhythmText(next.cents, next.billing)} from then on.`
          : `You pay ${rhythmText(member.priceCents, member.billing)}.`}
      </p>
      {choice && !isConfirming && (
        <p>
          <button
            ref={opener}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => setConfirming(true)}
          >
            {choice.billing === 'annual' ? 'Pay by the year' : 'Pay by the month'}
          </button>
        </p>
      )}
      {choice && isConfirming && (
        <div ref={confirmation} className="notice grid gap-3 outline-none" role="status" tabIndex={-1}>
          <p>
            {`Nothing is charged now. You are charged ${priceText(choice.cents)} ${day} and then each ${choice.billing === 'annual' ? 'year' : 'month'} after it. You still receive releases month by month.`}
          </p>
          <p className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-small" aria-busy={busy} onClick={() => change(choice)}>
              {choice.billing === 'annual' ? 'Pay by the year from then on' : 'Pay by the month from then on'}
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setConfirming(false)}>
              Cancel
            </button>
          </p>
        </div>
      )}
    </Section>
  );
}
