import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import { API_SCOPES, type ApiScope, type ApiToken } from '../../../../domain/account/api-token.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NewSecret } from './NewSecret.tsx';
import { NewToken } from './NewToken.tsx';

/** The user's access tokens: make one, see its secret once, revoke it. */
export default function AccessTokens() {
  const query = useQuery(() => actions.apiTokens.list());
  const [secret, setSecret] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const data = query.data;
  const made = (answer: { token: ApiToken; secret: string }) => {
    setSecret(answer.secret);
    if (data) query.setData({ ...data, tokens: [answer.token, ...data.tokens] });
  };
  const revoked = (id: string) => {
    if (data) query.setData({ ...data, tokens: data.tokens.filter((token) => token.id !== id) });
    // The focused button is gone with its row.
    title.current?.focus();
  };
  return (
    <>
      <PageTitle ref={title}>Access tokens</PageTitle>
      <p className="mt-2 max-w-[60ch] text-ink-2">
        Your programs sign in with a token instead of your password, and can do only what you allow here. A
        new password or address, and logging out everywhere, end every token.{' '}
        <a className="link" href={paths.helpPage('downloading', 'keep-a-copy-on-your-computer')}>
          A program that copies your library
        </a>{' '}
        is ready to use.
      </p>
      <QueryState query={query} />
      {secret !== null && <NewSecret secret={secret} />}
      {data && (
        <div className="mt-6 grid max-w-2xl gap-5">
          <NewToken scopes={data.scopes} onMade={made} />
          {data.tokens.length > 0 && <TokenList tokens={data.tokens} onRevoked={revoked} />}
        </div>
      )}
    </>
  );
}

function TokenList({ tokens, onRevoked }: { tokens: ApiToken[]; onRevoked: (id: string) => void }) {
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const { busy, mutate } = useMutation();
  const revoke = ({ id, name }: ApiToken) =>
    mutate(
      () => actions.apiTokens.revoke({ id }),
      `“${name}” was revoked.`,
      () => {
        setAsked(null);
        onRevoked(id);
      },
    );
  return (
    <>
      <ul className="grid gap-3" aria-label="Access tokens">
        {tokens.map((token) => (
          <li key={token.id} className="card flex flex-wrap items-start gap-x-4 gap-y-2 p-4 sm:p-5">
            <div className="min-w-0 flex-1 basis-60">
              <h2 className="text-lg wrap-break-word">{token.name}</h2>
              <p className="text-ink-2">
                <code>…{token.ending}</code>, until {dayText(token.expiresAt)},{' '}
                {token.lastUsedAt === null ? 'never used' : `last used on ${dayText(token.lastUsedAt)}`}
              </p>
              <ScopeList scopes={token.scopes} />
            </div>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsked(token)}>
              Revoke<span className="sr-only"> {token.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`Revoke “${asked.name}”?`}
          yes="Revoke it"
          no="Keep it"
          busy={busy}
          onYes={() => void revoke(asked)}
          onNo={() => setAsked(null)}
        >
          <p>Programs that use it are refused from then on. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}

function ScopeList({ scopes }: { scopes: readonly ApiScope[] }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-ink-2">
      {scopes.map((scope) => (
        <li key={scope}>{API_SCOPES[scope].text}</li>
      ))}
    </ul>
  );
}
