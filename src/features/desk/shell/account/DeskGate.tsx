import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { FactorSetUp } from './FactorSetUp.tsx';
import { $isOpen } from './second-factor.store.ts';

/** Shows the desk to whoever entered their second factor in this session; others enter it first, or set one up. */
export function DeskGate({ children }: { children: ReactNode }) {
  const isOpen = useStore($isOpen);
  return isOpen ? children : <Closed />;
}

function Closed() {
  const query = useQuery(async () => {
    const answer = await actions.deskFactor.state();
    if (answer.data?.isConfirmed) $isOpen.set(true);
    return answer;
  });
  const state = query.data;
  if (!state || state.isConfirmed) return <QueryState query={query} tall />;
  return (
    <section className="mx-auto max-w-xl">
      {state.isSetUp ? (
        <EnterFactor recoveryCodesLeft={state.recoveryCodesLeft} />
      ) : state.refusal === null ? (
        <FactorSetUp />
      ) : (
        <>
          <PageTitle>Second factor</PageTitle>
          <p className="notice mt-4">{state.refusal}</p>
        </>
      )}
    </section>
  );
}

function EnterFactor({ recoveryCodesLeft }: { recoveryCodesLeft: number }) {
  return (
    <>
      <PageTitle>Second factor</PageTitle>
      <p className="mt-2 text-ink-2">
        The operator desk is open to you for twelve hours once you enter the code that your authenticator app
        shows.{' '}
        {recoveryCodesLeft > 0 &&
          `Without the app, enter a recovery code; ${recoveryCodesLeft === 1 ? 'one is' : `${recoveryCodesLeft} are`} left.`}
      </p>
      <FactorForm onConfirmed={() => $isOpen.set(true)} />
    </>
  );
}

/** The field for a code of the app or a recovery code. */
export function FactorForm({
  onConfirmed,
  children,
}: {
  onConfirmed: () => void;
  /** More buttons. */
  children?: ReactNode;
}) {
  const [code, setCode] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void mutate(() => actions.deskFactor.confirm({ code }), null, onConfirmed);
  };
  return (
    <form className="mt-4 grid gap-4" onSubmit={send}>
      <Field
        label="Code of your authenticator app, or a recovery code"
        name="code"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={fieldError('code')}
        onChange={setCode}
      />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="btn" aria-busy={busy}>
          Confirm
        </button>
        {children}
      </div>
    </form>
  );
}
