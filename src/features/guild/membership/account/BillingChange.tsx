import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { type MembershipView, rhythmText } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Paying by the month or by the year: what changes with the next payment, its sum and day said before. */
export function BillingChange({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { busy, mutate } = useMutation();
  const [asks, setAsks] = useState(false);
  // The button that is pressed goes away; what stands in its place is read, and gone on from.
  const question = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (asks) question.current?.focus();
    else if (wasAsked.current) opener.current?.focus();
    wasAsked.current = asks;
  }, [asks]);
  const { choice, next } = view.paying;
  const { member, guildId } = view;
  const day = member.nextChargeAt === null ? 'with your next payment' : `on ${dayText(member.nextChargeAt)}`;
  if (!choice && !next) return null;
  const change = ({ billing, cents }: NonNullable<typeof choice>) =>
    void mutate(
      () => actions.memberships.changeBilling({ guildId, to: billing, shownCents: cents }),
      billing === 'annual' ? 'You pay by the year from then on.' : 'You pay by the month from then on.',
      () => {
        setAsks(false);
        onChanged();
      },
    );
  return (
    <Section title="How you pay">
      <p>
        {next
          ? `You pay ${rhythmText(member.priceCents, member.billing)} until what you paid has run out, and ${rhythmText(next.cents, next.billing)} from then on.`
          : `You pay ${rhythmText(member.priceCents, member.billing)}.`}
      </p>
      {choice && !asks && (
        <p>
          <button
            ref={opener}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => setAsks(true)}
          >
            {choice.billing === 'annual' ? 'Pay by the year' : 'Pay by the month'}
          </button>
        </p>
      )}
      {choice && asks && (
        <div ref={question} className="notice grid gap-3 outline-none" role="status" tabIndex={-1}>
          <p>
            {`Nothing is charged now. You are charged ${priceText(choice.cents)} ${day}, and so each ${choice.billing === 'annual' ? 'year' : 'month'} after it. Releases come to you month by month as before.`}
          </p>
          <p className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-small" aria-busy={busy} onClick={() => change(choice)}>
              {choice.billing === 'annual' ? 'Pay by the year from then on' : 'Pay by the month from then on'}
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsks(false)}>
              Leave it as it is
            </button>
          </p>
        </div>
      )}
    </Section>
  );
}
