import { actions } from 'astro:actions';
import { type FormEvent, useState } from 'react';
import { recoveryCodeText } from '../../../../domain/identity/second-factor.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { qrPath } from '../../../../ui/qr/qr-path.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $isOpen } from './second-factor.store.ts';

interface NewFactor {
  secret: string;
  address: string;
}

/** Sets up the second factor: a mailed code, the app's secret, the app's first code, and the recovery codes. */
export function FactorSetUp() {
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  return (
    <>
      <PageTitle>Set up your second factor</PageTitle>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} />
      ) : factor ? (
        <AddToApp factor={factor} onDone={setRecoveryCodes} />
      ) : (
        <ConfirmMailbox onDone={setFactor} />
      )}
    </>
  );
}

function ConfirmMailbox({ onDone }: { onDone: (factor: NewFactor) => void }) {
  const [mailed, setMailed] = useState<{ codeId: string; email: string } | null>(null);
  const [code, setCode] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const request = () => mutate(() => actions.deskFactor.mail(), null, setMailed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (mailed) void mutate(() => actions.deskFactor.begin({ codeId: mailed.codeId, code }), null, onDone);
  };
  return (
    <>
      <p className="mt-2 text-ink-2">
        To open the operator desk you need an authenticator app on your phone or computer, such as the
        password manager that you use. It shows a new code every 30 seconds. First we check that your mailbox
        is yours.
      </p>
      {mailed ? (
        <form className="mt-4 grid gap-4" onSubmit={send}>
          <p>We have mailed a code to {mailed.email}. It works once, within 5 minutes.</p>
          <Field
            label="Code from the mail"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            error={fieldError('code')}
            onChange={setCode}
          />
          <div className="flex flex-wrap items-center gap-3">
            <button type="submit" className="btn" aria-busy={busy}>
              Continue
            </button>
            <button type="button" className="link min-h-11" onClick={() => void request()}>
              Mail another code
            </button>
          </div>
        </form>
      ) : (
        <p className="mt-4">
          <button type="button" className="btn" aria-busy={busy} onClick={() => void request()}>
            Mail me a code
          </button>
        </p>
      )}
    </>
  );
}

function AddToApp({
  factor: { secret, address },
  onDone,
}: {
  factor: NewFactor;
  onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const [code, setCode] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const { path, size } = qrPath(address);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void mutate(
      () => actions.deskFactor.finish({ code }),
      null,
      (answer) => onDone(answer.recoveryCodes),
    );
  };
  return (
    <>
      <p className="mt-2 text-ink-2">
        Scan this picture with your app, or type the secret into it. Then enter the code that it shows.
      </p>
      <svg
        className="mt-4 w-56 max-w-full"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code with the secret for your authenticator app"
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <dl className="mt-4">
        <dt className="text-sm text-ink-2">The secret, to type</dt>
        <dd>
          <code className="wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </dd>
      </dl>
      <form className="mt-4 grid gap-4" onSubmit={send}>
        <Field
          label="Code of the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={fieldError('code')}
          onChange={setCode}
        />
        <p>
          <button type="submit" className="btn" aria-busy={busy}>
            Set up
          </button>
        </p>
      </form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="mt-2 text-ink-2">
        Your app is set up. Keep these recovery codes where you find them without your phone: each opens the
        desk once. They are not shown again.
      </p>
      <ul className="mt-4 grid gap-1 sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all">{recoveryCodeText(code)}</code>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <button type="button" className="btn" onClick={() => $isOpen.set(true)}>
          I have kept them. Open the desk
        </button>
      </p>
    </>
  );
}
