import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  LOYALTY_LIMITS,
  type LoyaltyKind,
  type LoyaltyReward,
  loyaltyMoveRefusal,
  loyaltyRewardRefusals,
} from '../../../../domain/guild/loyalty.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { StateMark } from '../../guild/account/GuildFrame.tsx';

type Draft = Pick<LoyaltyReward, 'name' | 'kind' | 'productIds'> & { months: string };

const STATES = { draft: 'Draft', active: 'Offered', ended: 'Ended' } as const;
const EMPTY: Draft = { name: '', kind: 'streak', months: '6', productIds: [] };

/** The guild's loyalty rewards by months. */
export function RewardsSection() {
  const query = useQuery(() => actions.loyaltyRewards.mine());
  const { data, refetch } = query;
  const [editing, setEditing] = useState<string | null>(null);
  const [ending, setEnding] = useState<LoyaltyReward | null>(null);
  const { busy, mutate } = useMutation();
  const changeState = (reward: LoyaltyReward, to: 'active' | 'ended') =>
    void mutate(
      () => actions.loyaltyRewards.move({ id: reward.id, to }),
      to === 'active'
        ? `${reward.name} is offered. Members who already qualify get it now.`
        : `${reward.name} has ended.`,
      () => {
        setEnding(null);
        refetch();
      },
    );
  const done = () => {
    setEditing(null);
    refetch();
  };
  return (
    <Section
      title="Loyalty rewards"
      intro="Models that members get automatically after a number of months. They get each reward once and keep it."
    >
      <QueryState query={query} />
      {data && data.rewards.length === 0 && editing === null && (
        <p className="text-ink-2">
          No rewards yet. A reward after six months gives members a reason to stay.
        </p>
      )}
      {data && data.rewards.length > 0 && (
        <ul className="grid gap-2">
          {data.rewards.map((reward) => (
            <li key={reward.id} className="rounded-xl border border-line p-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold wrap-anywhere">{reward.name}</span>
                <StateMark strong={reward.state === 'active'}>{STATES[reward.state]}</StateMark>
              </p>
              <p className="text-ink-2">
                {counted(reward.months, 'month')} {reward.kind === 'streak' ? 'in a row' : 'in all'},{' '}
                {counted(reward.productIds.length, 'model')}
              </p>
              <div className="-mx-2 flex flex-wrap">
                {reward.state !== 'ended' && (
                  <button
                    type="button"
                    className="link min-h-11 px-2"
                    aria-label={`Edit ${reward.name}`}
                    onClick={() => setEditing(reward.id)}
                  >
                    Edit
                  </button>
                )}
                {reward.state === 'draft' && (
                  <button
                    type="button"
                    className="link min-h-11 px-2"
                    aria-label={`Offer ${reward.name}`}
                    aria-busy={busy}
                    disabled={loyaltyMoveRefusal(reward, 'active') !== null}
                    onClick={() => changeState(reward, 'active')}
                  >
                    Offer
                  </button>
                )}
                {reward.state === 'active' && (
                  <button
                    type="button"
                    className="link min-h-11 px-2"
                    aria-label={`End ${reward.name}`}
                    onClick={() => setEnding(reward)}
                  >
                    End
                  </button>
                )}
              </div>
              {editing === reward.id && <Editor reward={reward} onDone={done} />}
            </li>
          ))}
        </ul>
      )}
      {data && editing === '' && <Editor reward={null} onDone={done} />}
      {data && editing === null && (
        <div>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setEditing('')}>
            New reward
          </button>
        </div>
      )}
      {ending && (
        <Confirm
          title={`End “${ending.name}”?`}
          yes="End it"
          no="Keep it"
          busy={busy}
          onYes={() => changeState(ending, 'ended')}
          onNo={() => setEnding(null)}
        >
          <p>Members who have it keep it. Nobody else can earn it from now on.</p>
        </Confirm>
      )}
    </Section>
  );
}

function Editor({ reward, onDone }: { reward: LoyaltyReward | null; onDone: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: (): Draft =>
      reward
        ? {
            name: reward.name,
            kind: reward.kind,
            productIds: reward.productIds,
            months: String(reward.months),
          }
        : EMPTY,
    read: (typed) => ({
      ...typed,
      months: /^\d{1,3}$/.test(typed.months.trim()) ? Number(typed.months) : Number.NaN,
    }),
    refusals: loyaltyRewardRefusals,
    send: (draft) =>
      reward ? actions.loyaltyRewards.change({ id: reward.id, ...draft }) : actions.loyaltyRewards.add(draft),
    said: 'Saved.',
    done: onDone,
  });
  const isOffered = reward !== null && reward.state !== 'draft';
  return (
    <div className="mt-2 grid gap-3">
      <Form busy={busy} label={reward ? 'Save the reward' : 'Save as draft'} onSend={save}>
        <Field label="Name of the reward" {...field('name')} maxLength={LOYALTY_LIMITS.name} />
        {isOffered ? (
          <p className="hint">The condition cannot be changed, because members rely on it.</p>
        ) : (
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field label="Months" {...field('months')} inputMode="numeric" />
            <Select
              label="Counted"
              name="kind"
              value={values.kind}
              options={[
                ['streak', 'In a row'],
                ['total', 'In all'],
              ]}
              onChange={(kind) => set({ kind: kind as LoyaltyKind })}
            />
          </div>
        )}
        <ProductPicker
          legend="Models of the reward"
          chosen={values.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => set({ productIds })}
        />
      </Form>
      <div>
        <button type="button" className="link min-h-11" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
