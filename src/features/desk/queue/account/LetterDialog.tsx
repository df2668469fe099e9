import { actions } from 'astro:actions';
import { useState } from 'react';
import { CASE_ANSWER_DAYS, CASE_KINDS, type CaseKind, caseName } from '../../../../domain/moderation/case.ts';
import type { LetterDraft } from '../../../../domain/moderation/letter.ts';
import { NOTICE_NAME_MAX } from '../../../../domain/moderation/notice.ts';
import { REPORT_TEXT_MAX } from '../../../../domain/moderation/report.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { Check, Field, Form, Select, TextArea } from '../../../../ui/Form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** An id of a record, by which a letter that is sent twice is recorded once. */
const newLetterId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 15);

/** Records a notice that arrived by letter or mail. It is open while it is rendered. */
export function LetterDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [letter, setLetter] = useState<LetterDraft>(() => ({
    ...{ letterId: newLetterId(), address: '', kind: '', text: '', name: '', email: '' },
    isHidden: false,
  }));
  const set = (part: Partial<LetterDraft>) => setLetter({ ...letter, ...part });
  const { busy, fieldError, mutate } = useMutation();
  const { kind } = letter;
  const send = () => {
    if (kind === '') return;
    void mutate(
      () => confirmed(() => actions.deskCases.record({ ...letter, kind })),
      null,
      ({ number }) => {
        void toast(`It is case ${caseName({ number })}.`, { kind: 'success' });
        onDone();
        onClose();
      },
    );
  };
  return (
    <Dialog title="A notice by letter or mail" width="2xl" onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-1 mb-4 text-ink-2">
            It becomes a case like a report from the site. Both sides are told; the seller has{' '}
            {CASE_ANSWER_DAYS} days to answer.
          </p>
          <Form busy={busy} label="Record it" disabled={kind === ''} onSend={send}>
            <Field
              label="Address of the page"
              name="address"
              maxLength={500}
              placeholder="https://…/product/…"
              value={letter.address}
              hint="Of a product or store, or of a Report link."
              error={fieldError('address')}
              onChange={(address) => set({ address })}
            />
            <Select
              label="What is wrong"
              name="kind"
              value={kind}
              options={[['', 'Choose'], ...Object.entries(CASE_KINDS)]}
              error={fieldError('kind')}
              onChange={(chosen) => set({ kind: chosen as CaseKind | '' })}
            />
            <TextArea
              label="The claim in their words"
              name="text"
              rows={5}
              maxLength={REPORT_TEXT_MAX}
              value={letter.text}
              hint="The seller reads it: leave out names and addresses."
              error={fieldError('text')}
              onChange={(text) => set({ text })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label="Who wrote it"
                name="name"
                maxLength={NOTICE_NAME_MAX}
                value={letter.name}
                error={fieldError('name')}
                onChange={(name) => set({ name })}
              />
              <Field
                label="Their e-mail address"
                name="email"
                type="email"
                required={false}
                value={letter.email}
                hint="Without one you answer by letter."
                error={fieldError('email')}
                onChange={(email) => set({ email })}
              />
            </div>
            <Check
              label="Hide the product or store until the decision"
              checked={letter.isHidden}
              hint={fieldError('isHidden')}
              onChange={(isHidden) => set({ isHidden })}
            />
          </Form>
          <button type="button" className="btn btn-quiet mt-3" onClick={close}>
            Cancel
          </button>
        </>
      )}
    </Dialog>
  );
}
