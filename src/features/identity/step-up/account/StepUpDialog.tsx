import { actions } from 'astro:actions';
import { type FormEvent, useState } from 'react';
import type { StepUpWay } from '../../../../domain/identity/step-up.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const LABELS: Record<StepUpWay, string> = {
  password: 'Use my password',
  mail: 'Mail me a code',
  app: 'Use my authenticator app',
};

/** Asks somebody who is signed in to show once more who they are: by password, mailed code or authenticator app. */
export default function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [way, setWay] = useState<StepUpWay>('password');
  const [typed, setTyped] = useState('');
  const [mailed, setMailed] = useState<{ codeId: string; email: string } | null>(null);
  const { data: known } = useQuery(() => actions.stepUps.ways());
  const { busy, fieldError, mutate } = useMutation();
  const proof = () => {
    if (way === 'password') return { by: 'password' as const, password: typed };
    return way === 'app'
      ? { by: 'app' as const, code: typed }
      : { by: 'mail' as const, codeId: mailed?.codeId ?? '', code: typed };
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog of the account's pages may stand within a form of theirs.
    event.stopPropagation();
    void mutate(
      () => actions.stepUps.confirm(proof()),
      null,
      () => onAnswer(true),
    );
  };
  const choose = (next: StepUpWay) => {
    setTyped('');
    setWay(next);
    if (next === 'mail') void mutate(() => actions.stepUps.mail(), null, setMailed);
  };
  const others = (['password', 'mail', 'app'] as const).filter(
    (one) => one !== way && (one !== 'app' || known?.hasApp),
  );
  return (
    <Dialog title="Confirm that it is you" onClose={() => onAnswer(false)}>
      {(close) => (
        <>
          <p className="mt-2 text-ink-2">
            {way === 'mail'
              ? mailed
                ? `We have mailed a code to ${mailed.email}. It works once, within 5 minutes.`
                : 'We are mailing you a code.'
              : 'This concerns money or access to your account, so we ask again. For ten minutes you are not asked a second time.'}
          </p>
          <form className="mt-4 grid gap-4" onSubmit={send}>
            {way === 'password' ? (
              <Field
                key={way}
                label="Your password"
                name="password"
                type="password"
                autoComplete="current-password"
                maxLength={200}
                value={typed}
                error={fieldError('password')}
                onChange={setTyped}
              />
            ) : (
              <Field
                key={way}
                label={way === 'mail' ? 'Code from the mail' : 'Code of your authenticator app'}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={40}
                value={typed}
                error={fieldError('code')}
                onChange={setTyped}
              />
            )}
            <div className="flex flex-wrap items-center gap-3">
              <button type="submit" className="btn" disabled={way === 'mail' && !mailed} aria-busy={busy}>
                Confirm
              </button>
              <button type="button" className="btn btn-quiet" onClick={close}>
                Cancel
              </button>
            </div>
            <p className="flex flex-wrap gap-x-4">
              {others.map((one) => (
                <button key={one} type="button" className="link min-h-11" onClick={() => choose(one)}>
                  {LABELS[one]}
                </button>
              ))}
            </p>
          </form>
        </>
      )}
    </Dialog>
  );
}
