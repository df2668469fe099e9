import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  API_SCOPES,
  type ApiScope,
  type ApiToken,
  TOKEN_DAYS,
  TOKEN_NAME_MAX,
  type TokenDays,
  tokenRefusals,
} from '../../../../domain/account/api-token.ts';
import { Check, Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
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
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState<TokenDays>(90);
  // Only what can be chosen is offered, so here the rule finds nothing about stores.
  const { busy, fieldError, mutate } = useValidatedMutation(tokenRefusals({ name, scopes: chosen }, true));
  const make = () =>
    mutate(
      () => withStepUp(() => actions.apiTokens.make({ name, scopes: [...chosen], days })),
      null,
      (answer) => {
        setName('');
        setChosen([]);
        onMade(answer);
      },
    );
  const scopesRefused = fieldError('scopes');
  return (
    <Section title="New access token">
      <Form busy={busy} label="Make the token" onSend={() => void make()}>
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          value={name}
          onChange={setName}
          error={fieldError('name')}
          hint="What it is for, such as “Sync on my server”."
        />
        <fieldset>
          <legend className="label">It may</legend>
          {scopes.map((scope) => (
            <Check
              key={scope}
              label={API_SCOPES[scope].text}
              checked={chosen.includes(scope)}
              onChange={(on) =>
                setChosen(on ? [...chosen, scope] : chosen.filter((other) => other !== scope))
              }
            />
          ))}
          {scopesRefused && (
            <p className="error" role="alert">
              {scopesRefused}
            </p>
          )}
        </fieldset>
        <Select
          label="Valid for"
          name="days"
          value={String(days)}
          options={DAYS}
          onChange={(value) => setDays(TOKEN_DAYS.find((known) => String(known) === value) ?? 90)}
        />
      </Form>
    </Section>
  );
}
