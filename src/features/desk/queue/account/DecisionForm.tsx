import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import type { RefundSum } from '../../../../domain/commerce/takedown.ts';
import type { CaseFile } from '../../../../domain/desk/case-file.ts';
import { deskRefusal } from '../../../../domain/identity/role.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { CASE_GROUNDS, type CaseGround } from '../../../../domain/moderation/case.ts';
import {
  type CaseDecision,
  DECISION_LIMITS,
  decisionRefusals,
  type Verdict,
} from '../../../../domain/moderation/case-decision.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Select, TextArea } from '../../../../ui/Form.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { $role } from '../../../identity/session/role.store.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

interface Props {
  file: CaseFile;
  /** What refunds to all buyers would give back; null where it is about no product. */
  sum: RefundSum | null;
  onDecided: (hasRefunds: boolean) => void;
  onConflict: () => void;
}

/** The decision of a case: a saved reason or words of one's own, a ground, and upheld, dismissed, or taken down with refunds. */
export function DecisionForm({ file, sum, onDecided, onConflict }: Props) {
  const [draft, setDraft] = useState<Omit<CaseDecision, 'verdict'>>({
    ground: 'terms',
    groundText: '',
    reason: '',
  });
  const [asked, setAsked] = useState<'uphold' | 'refund' | null>(null);
  const role = useStore($role);
  const reasons = useQuery(() => actions.deskReasons.list());
  const refusals = decisionRefusals(draft);
  const { busy, fieldError, mutate } = useValidatedMutation(refusals);
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const mayRefund = sum !== null && sum.sales > 0 && deskRefusal(role, 'case.refund') === null;
  const send = (verdict: Verdict, refundCents: number | null) =>
    mutate(
      () =>
        confirmed(async () => {
          const answer = await withStepUp(() =>
            actions.deskCases.decide({
              id: file.case.id,
              seen: file.seen,
              verdict,
              ...draft,
              refundCents,
            }),
          );
          if (answer.error?.code === 'CONFLICT') onConflict();
          return answer;
        }),
      verdict === 'upheld' ? 'The claim is upheld.' : 'The claim is dismissed.',
      () => onDecided(refundCents !== null),
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const verdict = (submitter as HTMLButtonElement).value as Verdict;
    if (verdict === 'upheld') ask('uphold');
    else void send(verdict, null);
  };
  /** Asks before what hides things or moves money; a decision that is not complete shows what is missing instead. */
  const ask = (what: 'uphold' | 'refund') => {
    if (Object.keys(refusals).length > 0) void send('upheld', null);
    else setAsked(what);
  };
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={submit} aria-label="Decision">
      <Select
        label="Saved reason"
        name="saved"
        value=""
        options={[
          ['', 'Choose, or write your own'],
          ...(reasons.data?.reasons ?? []).map(({ id, title }) => [id, title] as const),
        ]}
        onChange={(id) => {
          const chosen = reasons.data?.reasons.find((one) => one.id === id);
          if (chosen) set({ ground: chosen.ground, groundText: chosen.groundText, reason: chosen.reason });
        }}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
        <Select
          label="Rests on"
          name="ground"
          value={draft.ground}
          options={Object.entries(CASE_GROUNDS)}
          error={fieldError('ground')}
          onChange={(ground) => set({ ground: ground as CaseGround })}
        />
        <Field
          label={draft.ground === 'law' ? 'Which law' : 'Which section'}
          name="groundText"
          required={false}
          maxLength={DECISION_LIMITS.groundText}
          value={draft.groundText}
          error={fieldError('groundText')}
          onChange={(groundText) => set({ groundText })}
        />
      </div>
      <TextArea
        label="Reason"
        name="reason"
        rows={4}
        hint="Both sides read it."
        value={draft.reason}
        error={fieldError('reason')}
        onChange={(reason) => set({ reason })}
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn" value="upheld" aria-busy={busy}>
          Uphold
        </button>
        <button type="submit" className="btn btn-quiet" value="dismissed" aria-busy={busy}>
          Dismiss
        </button>
        {mayRefund && (
          <button type="button" className="btn btn-danger" onClick={() => ask('refund')}>
            Take down, and refund buyers
          </button>
        )}
      </div>
      {asked === 'uphold' && (
        <Confirm
          title="Uphold the claim?"
          yes="Uphold it"
          no="Not now"
          busy={busy}
          onYes={() => {
            setAsked(null);
            void send('upheld', null);
          }}
          onNo={() => setAsked(null)}
        >
          <p>
            What the case is about is hidden at once, and it counts as a strike against whoever put it there.
            Both sides read your reason.
          </p>
        </Confirm>
      )}
      {asked === 'refund' && sum && (
        <Confirm
          title="Take it down and refund all buyers?"
          yes={`Refund ${moneyText(sum.cents)}`}
          no="Not now"
          busy={busy}
          onYes={() => {
            setAsked(null);
            void send('upheld', sum.cents);
          }}
          onNo={() => setAsked(null)}
        >
          <p>
            {counted(sum.buyers, 'buyer gets', 'buyers get')} {moneyText(sum.cents)} back for{' '}
            {counted(sum.sales, 'sale')}
            {sum.hasAddedTax && ', and the tax that was added to it'}. The seller’s shares are taken back, and
            the product leaves the buyers’ libraries.
          </p>
          {sum.disputed > 0 && <p>{sum.disputed} disputed sales stay as they are.</p>}
        </Confirm>
      )}
    </form>
  );
}
