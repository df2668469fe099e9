import { actions } from 'astro:actions';
import { useState } from 'react';
import type { User } from '../../../../domain/identity/user.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

export function EmailSection({ user }: { user: User }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [requested, setRequested] = useState<string | null>(null);
  const change = useMutation();
  const verify = useMutation();
  return (
    <Section title="E-mail address" intro={user.email}>
      {!user.verified && (
        <p className="notice">
          This address is not confirmed yet.{' '}
          <button
            type="button"
            className="link"
            aria-busy={verify.busy}
            onClick={() =>
              verify.mutate(
                () => actions.account.requestVerification(),
                `We have sent a link to ${user.email}.`,
              )
            }
          >
            Send a new link
          </button>
        </p>
      )}
      {requested && (
        <p className="notice" role="status">
          We have sent a mail to {requested}. Your address changes when you open the link in it.
        </p>
      )}
      <Form
        busy={change.busy}
        label="Change address"
        disabled={email === '' || password === ''}
        onSend={() =>
          change.mutate(
            () => actions.account.requestEmailChange({ email, password }),
            null,
            (data) => {
              setRequested(data.email);
              setEmail('');
              setPassword('');
            },
          )
        }
      >
        <Field
          label="New address"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={change.fieldError('email')}
        />
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={change.fieldError('password')}
        />
      </Form>
    </Section>
  );
}
