import { actions } from 'astro:actions';
import { useState } from 'react';
import { USERNAME_MAX, type User, usernameRefusal } from '../../../../domain/identity/user.ts';
import { RESERVED_NAME_TEXT } from '../../../../domain/kernel/look-alike.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { userChanged } from '../../session/user.store.ts';

export function NameSection({ user }: { user: User }) {
  const [username, setUsername] = useState(user.username);
  const { busy, fieldError, mutate } = useMutation();
  const isUnchanged = username === user.username;
  const refusal = isUnchanged ? null : usernameRefusal(username);
  return (
    <Section title="User name" intro="Shown beside your reviews and messages.">
      <Form
        busy={busy}
        label="Save name"
        disabled={isUnchanged || refusal !== null}
        onSend={() => mutate(() => actions.account.changeProfile({ username }), 'Name saved.', userChanged)}
      >
        <Field
          label="User name"
          name="username"
          autoComplete="nickname"
          value={username}
          onChange={setUsername}
          error={fieldError('username') ?? (refusal === 'username-reserved' ? RESERVED_NAME_TEXT : undefined)}
          hint={`3 to ${USERNAME_MAX} lower-case letters, digits, dashes or underscores.`}
        />
      </Form>
    </Section>
  );
}
