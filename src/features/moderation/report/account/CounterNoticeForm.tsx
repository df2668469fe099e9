import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  BELIEF_TEXT,
  businessDaysAfter,
  COUNTER_NOTICE_DAYS,
  COUNTER_NOTICE_LIMITS,
  COURT_TEXT,
  type CounterNotice,
  counterNoticeRefusals,
} from '../../../../domain/moderation/counter-notice.ts';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Check, Field, Form, TextArea } from '../../../../ui/Form.tsx';

const EMPTY: CounterNotice = {
  name: '',
  address: '',
  phone: '',
  statement: '',
  believesMistake: false,
  acceptsCourt: false,
};

/** The form of a counter-notice against an upheld claim of copyright, with the dates it leads to. */
export function CounterNoticeForm({ id, onSent }: { id: string; onSent: () => void }) {
  const {
    values: notice,
    set,
    field,
    fieldError,
    busy,
    save,
  } = useDraft({
    begin: () => EMPTY,
    read: (typed) => typed,
    refusals: counterNoticeRefusals,
    send: (draft) => actions.reports.counterNotice({ id, ...draft }),
    said: 'We have received your counter-notice.',
    done: onSent,
  });
  const { least, most } = COUNTER_NOTICE_DAYS;
  const day = (days: number) => dayText(businessDaysAfter(Date.now(), days));
  const text = (name: 'name' | 'address' | 'phone' | 'statement') => ({
    ...field(name),
    maxLength: COUNTER_NOTICE_LIMITS[name],
  });
  return (
    <details>
      <summary className="link cursor-pointer">Send a counter-notice</summary>
      <div className="mt-3 grid gap-3">
        <p className="text-ink-2">
          It is your one objection, and it goes to the person who made the claim, with your name and address.
          Unless they tell us that they went to court, the model comes back {least} to {most} business days
          later: sent today, between {day(least)} and {day(most)}. A false statement can make you liable.
        </p>
        <Form busy={busy} label="Send counter-notice" onSend={save}>
          <Field label="Your full name" autoComplete="name" {...text('name')} />
          <TextArea label="Your postal address" rows={3} {...text('address')} />
          <Field label="Your telephone number" type="tel" autoComplete="tel" {...text('phone')} />
          <TextArea label="Why the model may stay" rows={5} {...text('statement')} />
          <Check
            label={BELIEF_TEXT}
            checked={notice.believesMistake}
            hint={fieldError('believesMistake')}
            onChange={(believesMistake) => set({ believesMistake })}
          />
          <Check
            label={COURT_TEXT}
            checked={notice.acceptsCourt}
            hint={fieldError('acceptsCourt')}
            onChange={(acceptsCourt) => set({ acceptsCourt })}
          />
        </Form>
      </div>
    </details>
  );
}
