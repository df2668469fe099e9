import { actions } from 'astro:actions';
import { useState } from 'react';
import { type MembershipView, rhythmText } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Where others pay more by now: he keeps his price, and may take theirs. */
export function HigherPrice({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const [asks, setAsks] = useState(false);
  const { busy, mutate } = useMutation();
  const { guildId, higherCents, member } = view;
  if (higherCents === null) return null;
  const higher = rhythmText(higherCents, member.billing);
  const kept = rhythmText(member.priceCents, member.billing);
  const from = member.nextChargeAt === null ? 'the next payment' : dayText(member.nextChargeAt);
  const take = () =>
    void mutate(
      () => actions.memberships.acceptPrice({ guildId, shownCents: higherCents }),
      `You pay ${higher} from ${from} on.`,
      () => {
        setAsks(false);
        onChanged();
      },
    );
  return (
    <div className="border-t border-line pt-4">
      <p className="text-ink-2">
        Who joins now pays {higher}. You keep your {kept} for as long as you stay.
      </p>
      <button type="button" className="link min-h-11" onClick={() => setAsks(true)}>
        Support the artist with the new price
      </button>
      {asks && (
        <Confirm
          title={`Pay ${higher}?`}
          yes={`Pay ${higher}`}
          no="Keep my price"
          busy={busy}
          onYes={take}
          onNo={() => setAsks(false)}
        >
          <p>
            It holds from {from} on; nothing is charged before. Your {kept} is gone then.
          </p>
        </Confirm>
      )}
    </div>
  );
}
