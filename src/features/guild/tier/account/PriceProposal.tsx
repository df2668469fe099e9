import { actions } from 'astro:actions';
import { useState } from 'react';
import type { Tier } from '../../../../domain/guild/tier.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Asks members who came at a lower price whether they would pay today's; by mail, and nobody has to. */
export function PriceProposal({ tier }: { tier: Tier }) {
  const [asking, setAsking] = useState(false);
  const { busy, mutate } = useMutation();
  const propose = () =>
    void mutate(
      () => actions.guildTiers.proposePrice({ id: tier.id }),
      null,
      ({ told }) => {
        setAsking(false);
        void toast(
          told === 0
            ? 'Nobody pays less who was not asked before.'
            : `${told === 1 ? '1 member reads' : `${told} members read`} of it by mail.`,
          { kind: 'success' },
        );
      },
    );
  return (
    <div>
      <button type="button" className="link min-h-11" onClick={() => setAsking(true)}>
        Propose {priceText(tier.monthlyCents)} to members who pay less
      </button>
      {asking && (
        <Confirm
          title={`Propose ${priceText(tier.monthlyCents)} a month?`}
          yes="Write to them"
          no="Not now"
          busy={busy}
          onYes={propose}
          onNo={() => setAsking(false)}
        >
          <p>
            Members of this tier who pay less get one mail that asks. Nobody has to take it; who does nothing
            keeps his price. Each price is proposed once.
          </p>
        </Confirm>
      )}
    </div>
  );
}
