import { actions } from 'astro:actions';
import { useState } from 'react';
import { PASSWORD_MIN } from '../../../../domain/identity/user.ts';
import { paths } from '../../../../paths.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { syncSession } from '../../session/auth.store.ts';

export function PasswordSection() {
  const [oldPassword, setOldPassword] = useState('');
  const [password, setPassword] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const logout = useMutation();
  return (
    <Section title="Password" intro="A new password ends every other session.">
      <Form
        busy={busy}
        label="Change password"
        disabled={oldPassword === '' || password.length < PASSWORD_MIN}
        onSend={() =>
          mutate(
            () => actions.account.changePassword({ oldPassword, password }),
            'Password changed.',
            () => {
              setOldPassword('');
              setPassword('');
            },
          )
        }
      >
        <Field
          label="Current password"
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          value={oldPassword}
          onChange={setOldPassword}
          error={fieldError('oldPassword')}
        />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          value={password}
          onChange={setPassword}
          error={fieldError('password')}
          hint={`At least ${PASSWORD_MIN} characters.`}
        />
      </Form>
      <div className="border-t border-line pt-4">
        <p className="text-ink-2">
          Still signed in on another device? This ends every session, including this one.
        </p>
        <button
          type="button"
          className="btn btn-quiet btn-small mt-3"
          aria-busy={logout.busy}
          onClick={() =>
            logout.mutate(
              () => actions.account.logOutEverywhere(),
              null,
              () => {
                syncSession();
                location.assign(paths.login());
              },
            )
          }
        >
          Log out everywhere
        </button>
      </div>
    </Section>
  );
}
