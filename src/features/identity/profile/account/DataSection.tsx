import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import type { User } from '../../../../domain/identity/user.ts';
import { paths } from '../../../../paths.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { syncSession } from '../../session/auth.store.ts';

export function DataSection({ user }: { user: User }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [confirmation, setConfirmation] = useState('');
  const [password, setPassword] = useState('');
  const deletion = useMutation();
  return (
    <Section
      title="Your data"
      intro="Download everything we store about you as a zip of JSON files, or delete your account."
    >
      <div className="flex flex-wrap gap-3">
        <a className="btn btn-quiet btn-small" href={paths.dataExport()} download>
          Export my data
        </a>
        <button
          type="button"
          className="btn btn-danger btn-small"
          onClick={() => dialog.current?.showModal()}
        >
          Delete my account
        </button>
      </div>
      <dialog
        ref={dialog}
        aria-labelledby="delete-account"
        className="card m-auto w-[min(32rem,calc(100vw-2rem))] p-6 text-ink backdrop:bg-black/60"
      >
        <h2 id="delete-account" className="text-2xl">
          Delete your account?
        </h2>
        <p className="mt-2 text-ink-2">
          Your name, address and picture are removed and you lose access to your library. Memberships and a
          seller plan end at once. Reviews stay without your name. This cannot be undone.
        </p>
        <p className="mt-2 mb-4">
          <a className="link" href={paths.dataExport()} download>
            Export my data first
          </a>
        </p>
        <Form
          busy={deletion.busy}
          label="Delete permanently"
          disabled={confirmation !== user.username || password === ''}
          onSend={() =>
            deletion.mutate(
              () => actions.account.deleteAccount({ confirmation, password }),
              null,
              () => {
                syncSession();
                location.assign(paths.home());
              },
            )
          }
        >
          <Field
            label={`Type ${user.username} to confirm`}
            name="confirmation"
            autoComplete="off"
            value={confirmation}
            onChange={setConfirmation}
            error={deletion.fieldError('confirmation')}
          />
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={deletion.fieldError('password')}
          />
        </Form>
        <button
          type="button"
          className="btn btn-quiet btn-small mt-3"
          onClick={() => dialog.current?.close()}
        >
          Keep my account
        </button>
      </dialog>
    </Section>
  );
}
