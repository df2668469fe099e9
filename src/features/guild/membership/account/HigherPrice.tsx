import { actions } from 'astro:actions';
import { useState } from 'react';
import { type MembershipView, rhythmText } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Shown if new members pay more: members keep their price and may accept the new one. */
export function HigherPrice({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, mutate } = useMutation();
  const { guildId, higherCents, member } = view;
  if (higherCents === null) return null;
  const higher = rhythmText(higherCents, member.billing);
  const current = rhythmText(member.priceCents, member.billing);
  const from = member.nextChargeAt === null ? 'the next payment' : dayText(member.nextChargeAt);
  const accept = () =>
    void mutate(
      () => actions.memberships.acceptPrice({ guildId, shownCents: higherCents }),
      `You pay ${higher} from ${from} on.`,
      () => {
        setConfirming(false);
        onChanged();
      },
    );
  return (
    <div className="border-t border-line pt-4">
      <p className="text-ink-2">
        New members pay {higher}. You keep your {current} for as long as you stay.
      </p>
      <button type="button" className="link min-h-11" onClick={() => setConfirming(true)}>
        Support the artist with the new price
      </button>
      {isConfirming && (
        <Confirm
          title={`Pay ${higher}?`}
          yes={`Pay ${higher}`}
          isHarmless
          no="Keep my price"
          busy={busy}
          onYes={accept}
          onNo={() => setConfirming(false)}
        >
          <p>
            It applies from {from} on; nothing is charged before. You cannot return to {current} later.
          </p>
        </Confirm>
      )}
    </div>
  );
}
