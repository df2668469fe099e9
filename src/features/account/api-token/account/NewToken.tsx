import { actions } from 'astro:actions';
import {
  API_SCOPES,
  type ApiScope,
  type ApiToken,
  TOKEN_DAYS,
  TOKEN_NAME_MAX,
  type TokenDays,
  tokenRefusals,
} from '../../../../domain/account/api-token.ts';
import { Checks } from '../../../../ui/account/Checks.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';

const DAYS = TOKEN_DAYS.map((days) => [String(days), `${days} days`] as const);

/** The form for a new token. @param scopes what its owner can allow */
export function NewToken({
  scopes,
  onMade,
}: {
  scopes: readonly ApiScope[];
  onMade: (answer: { token: ApiToken; secret: string }) => void;
}) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: (): { name: string; scopes: ApiScope[]; days: TokenDays } => ({ name: '', scopes: [], days: 90 }),
    read: (typed) => typed,
    // Only what can be chosen is offered, so here the rule finds nothing about stores.
    refusals: (draft) => tokenRefusals(draft, true),
    send: (draft) => withStepUp(() => actions.apiTokens.make(draft)),
    said: null,
    done: (answer) => {
      set({ name: '', scopes: [] });
      onMade(answer);
    },
  });
  return (
    <Section title="New access token">
      <Form busy={busy} label="Create token" onSend={save}>
        <Field
          label="Name"
          {...field('name')}
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          hint="What it is for, such as “Sync on my server”."
        />
        <Checks
          legend="It may"
          options={scopes.map((scope) => ({ value: scope, label: API_SCOPES[scope].text }))}
          chosen={values.scopes}
          error={fieldError('scopes')}
          onChange={(chosen) => set({ scopes: chosen })}
        />
        <Select
          label="Valid for"
          name="days"
          value={String(values.days)}
          options={DAYS}
          onChange={(value) => set({ days: TOKEN_DAYS.find((known) => String(known) === value) ?? 90 })}
        />
      </Form>
    </Section>
  );
}
