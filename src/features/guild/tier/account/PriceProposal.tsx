import { actions } from 'astro:actions';
import { useState } from 'react';
import type { Tier } from '../../../../domain/guild/tier.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Proposes the current price by mail to members who pay less; accepting is optional. */
export function PriceProposal({ tier }: { tier: Tier }) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, mutate } = useMutation();
  const propose = () =>
    void mutate(
      () => actions.guildTiers.proposePrice({ id: tier.id }),
      null,
      ({ told }) => {
        setConfirming(false);
        void toast(
          told === 0
            ? 'Every member who pays less has already been asked.'
            : `${counted(told, 'member is', 'members are')} asked by mail.`,
          { kind: 'success' },
        );
      },
    );
  return (
    <div>
      <button type="button" className="link min-h-11" onClick={() => setConfirming(true)}>
        Propose {priceText(tier.monthlyCents)} to members who pay less
      </button>
      {isConfirming && (
        <Confirm
          title={`Propose ${priceText(tier.monthlyCents)} a month?`}
          yes="Write to them"
          isHarmless
          no="Not now"
          busy={busy}
          onYes={propose}
          onNo={() => setConfirming(false)}
        >
          <p>
            Members of this tier who pay less get one mail. Accepting is optional; members who do nothing keep
            their price. Each price is proposed once.
          </p>
        </Confirm>
      )}
    </div>
  );
}
