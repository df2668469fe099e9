import { actions } from 'astro:actions';
import { type FormEvent, useState } from 'react';
import { CASE_GROUNDS, type CaseGround } from '../../../../domain/moderation/case.ts';
import {
  DECISION_LIMITS,
  type SavedReason,
  savedReasonRefusals,
  type Verdict,
} from '../../../../domain/moderation/case-decision.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { Field, Select, TextArea } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

const NEW: Omit<SavedReason, 'id'> & { id: string | null } = {
  id: null,
  title: '',
  verdict: 'upheld',
  ground: 'terms',
  groundText: '',
  reason: '',
};

/** The reasons that decisions begin with: choose one to change it, or write a new one. */
export function SavedReasonsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(() => actions.deskReasons.list());
  const [draft, setDraft] = useState(NEW);
  const { busy, fieldError, mutate } = useValidatedMutation(savedReasonRefusals(draft));
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const reasons = query.data?.reasons ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void mutate(
      () => confirmed(() => actions.deskReasons.save(draft)),
      'Saved.',
      (data) => {
        query.setData(data);
        setDraft(NEW);
      },
    );
  };
  const remove = (id: string) =>
    mutate(
      () => confirmed(() => actions.deskReasons.remove({ id })),
      'Deleted.',
      (data) => {
        query.setData(data);
        setDraft(NEW);
      },
    );
  return (
    <Dialog title="Saved reasons" width="2xl" onClose={onClose}>
      {(close) => (
        <>
          <QueryState query={query} />
          <form className="mt-4 grid gap-3" onSubmit={submit}>
            <Select
              label="Reason"
              name="which"
              value={draft.id ?? ''}
              options={[['', 'A new one'], ...reasons.map(({ id, title }) => [id, title] as const)]}
              onChange={(id) => setDraft(reasons.find((one) => one.id === id) ?? NEW)}
            />
            <Field
              label="Title"
              name="title"
              required={false}
              maxLength={DECISION_LIMITS.title}
              value={draft.title}
              error={fieldError('title')}
              onChange={(title) => set({ title })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <Select
                label="For"
                name="verdict"
                value={draft.verdict}
                options={[
                  ['upheld', 'Upholding'],
                  ['dismissed', 'Dismissing'],
                ]}
                onChange={(verdict) => set({ verdict: verdict as Verdict })}
              />
              <Select
                label="Rests on"
                name="ground"
                value={draft.ground}
                options={Object.entries(CASE_GROUNDS)}
                onChange={(ground) => set({ ground: ground as CaseGround })}
              />
            </div>
            <Field
              label="Law or section"
              name="groundText"
              required={false}
              maxLength={DECISION_LIMITS.groundText}
              value={draft.groundText}
              error={fieldError('groundText')}
              onChange={(groundText) => set({ groundText })}
            />
            <TextArea
              label="Words"
              name="reason"
              rows={4}
              value={draft.reason}
              error={fieldError('reason')}
              onChange={(reason) => set({ reason })}
            />
            <div className="flex flex-wrap gap-3">
              <button type="submit" className="btn" aria-busy={busy}>
                Save
              </button>
              {draft.id !== null && (
                <button type="button" className="btn btn-danger" onClick={() => void remove(draft.id ?? '')}>
                  Delete
                </button>
              )}
              <button type="button" className="btn btn-quiet" onClick={close}>
                Close
              </button>
            </div>
          </form>
        </>
      )}
    </Dialog>
  );
}
