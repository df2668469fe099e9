import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  GOAL_LIMITS,
  GOAL_REFUSAL_TEXTS,
  type GuildGoal,
  goalMembersText,
  goalProgressText,
  goalRefusals,
  goalRemovalRefusal,
  goalSaveRefusal,
  nextGoal,
} from '../../../../domain/guild/guild-goal.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Form, Section, Select, TextArea } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { StateMark } from './GuildFrame.tsx';

type Answer = ActionAnswer<typeof actions.guildGoals.mine>;

/** What the guild promises at numbers of members. */
export function GoalsSection() {
  const query = useQuery(() => actions.guildGoals.mine());
  const { data, refetch } = query;
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<GuildGoal | null>(null);
  const { busy, mutate } = useMutation();
  const done = () => {
    setEditing(null);
    setRemoving(null);
    refetch();
  };
  const next = data ? nextGoal(data.goals) : null;
  const isFull = (data?.goals.length ?? 0) >= GOAL_LIMITS.goals;
  return (
    <Section
      title="Goals"
      intro="What you promise at a number of members. The guild’s page shows them, with the number of members you have. Members are told once when a goal is reached, and it stays reached when members leave."
    >
      <QueryState query={query} />
      {data?.goals.length === 0 && editing === null && (
        <p className="text-ink-2">
          No goals yet. A model for everybody at 50 members gives them a reason to tell others.
        </p>
      )}
      {data && data.goals.length > 0 && (
        <ul className="grid gap-2" aria-label="Goals">
          {data.goals.map((goal) => (
            <li key={goal.id} className="rounded-xl border border-line p-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold wrap-anywhere">{goal.title}</span>
                {goal.reachedAt !== null && (
                  <StateMark strong>Reached on {dayText(goal.reachedAt)}</StateMark>
                )}
              </p>
              <p className="text-ink-2">
                {goal === next ? goalProgressText(goal, data.members) : `At ${goalMembersText(goal.members)}`}
              </p>
              <div className="-mx-2 flex flex-wrap">
                <button
                  type="button"
                  className="link min-h-11 px-2"
                  aria-label={`Edit ${goal.title}`}
                  onClick={() => setEditing(goal.id)}
                >
                  Edit
                </button>
                {goalRemovalRefusal(goal) === null && (
                  <button
                    type="button"
                    className="link min-h-11 px-2"
                    aria-label={`Delete ${goal.title}`}
                    onClick={() => setRemoving(goal)}
                  >
                    Delete …
                  </button>
                )}
              </div>
              {editing === goal.id && <Editor goal={goal} answer={data} onDone={done} />}
            </li>
          ))}
        </ul>
      )}
      {data && editing === '' && <Editor goal={null} answer={data} onDone={done} />}
      {data && editing === null && (
        <div>
          {isFull ? (
            <p className="hint">{GOAL_REFUSAL_TEXTS['too-many']}</p>
          ) : (
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setEditing('')}>
              New goal
            </button>
          )}
        </div>
      )}
      {removing && (
        <Confirm
          title={`Delete “${removing.title}”?`}
          yes="Delete"
          no="Keep it"
          busy={busy}
          onNo={() => setRemoving(null)}
          onYes={() => void mutate(() => actions.guildGoals.remove({ id: removing.id }), 'Deleted.', done)}
        >
          <p>It disappears from the guild’s page. Members who saw it are not told.</p>
        </Confirm>
      )}
    </Section>
  );
}

/** What a goal brings, as a value of a select: nothing, a model, or the id of a release. */
function linkOf({ productId, releaseId }: Pick<GuildGoal, 'productId' | 'releaseId'>): string {
  return releaseId ?? (productId === null ? '' : A_MODEL);
}
const A_MODEL = 'model';

function Editor({ goal, answer, onDone }: { goal: GuildGoal | null; answer: Answer; onDone: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: () => ({
      members: goal ? String(goal.members) : '',
      title: goal?.title ?? '',
      text: goal?.text ?? '',
      linked: goal ? linkOf(goal) : '',
      productId: goal?.productId ?? null,
    }),
    read: ({ members, title, text, linked, productId }) => ({
      members: /^\d{1,6}$/.test(members.trim()) ? Number(members) : Number.NaN,
      title,
      text,
      productId: linked === A_MODEL ? productId : null,
      releaseId: linked === A_MODEL || linked === '' ? null : linked,
    }),
    refusals: (
      draft,
      { linked },
    ): Partial<Record<'members' | 'title' | 'text' | 'linked' | 'productId', string>> => {
      const refusal = goalSaveRefusal(draft, { before: goal, goals: answer.goals, members: answer.members });
      return {
        ...(refusal !== null && { members: GOAL_REFUSAL_TEXTS[refusal] }),
        ...(linked === A_MODEL && draft.productId === null && { productId: 'Choose a model.' }),
        ...goalRefusals(draft),
      };
    },
    send: (draft) => actions.guildGoals.save({ id: goal?.id ?? null, ...draft }),
    said: 'Saved.',
    done: onDone,
  });
  const { linked, productId } = values;
  const isReached = goal !== null && goal.reachedAt !== null;
  return (
    <div className="mt-2 grid gap-3">
      <Form busy={busy} label={goal ? 'Save the goal' : 'Add the goal'} onSend={save}>
        {isReached ? (
          <p className="hint">{GOAL_REFUSAL_TEXTS.reached}</p>
        ) : (
          <>
            <Field
              label="Members"
              {...field('members')}
              inputMode="numeric"
              hint={`The guild has ${goalMembersText(answer.members)} now.`}
            />
            <Field label="What you promise" {...field('title')} maxLength={GOAL_LIMITS.title} />
          </>
        )}
        <TextArea label="More about it (optional)" {...field('text')} rows={3} maxLength={GOAL_LIMITS.text} />
        <Select
          label="Model or release (optional)"
          {...field('linked')}
          hint="Shown with the goal once it is public."
          options={[
            ['', 'None yet'],
            [A_MODEL, 'One of my models'],
            ...answer.releases.map((release) => [release.id, `Release: ${release.title}`] as const),
          ]}
        />
        {linked === A_MODEL && (
          <ProductPicker
            legend="The model"
            chosen={productId === null ? [] : [productId]}
            error={fieldError('productId')}
            onChange={(chosen) => set({ productId: chosen.at(-1) ?? null })}
          />
        )}
      </Form>
      <div>
        <button type="button" className="link min-h-11" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
