import { actions } from 'astro:actions';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { MATCH_KINDS, MATCH_OUTCOMES, type MatchOutcome } from '../../../../domain/assets/model-match.ts';
import { sizeText } from '../../../../domain/catalogue/printing.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../domain/catalogue/product-editing.ts';
import {
  MATCH_CLAIM_MAX,
  type MatchFile,
  type MatchSide,
  matchClaim,
  matchRefusals,
} from '../../../../domain/desk/match-file.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Select, TextArea } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** The drawing of models is fetched with the first match. */
const MatchModels = lazy(() => import('./MatchModels.tsx'));

/** The same model in two stores, beside the queue: both side by side, whose they are, and the decision. */
export function MatchPane({ id, onDecided }: { id: string; onDecided: (outcome: MatchOutcome) => void }) {
  const query = useQuery(() => actions.deskMatches.one({ id }), id);
  const { data } = query;
  if (!data) return <QueryState query={query} tall />;
  const { match } = data;
  return (
    <article className="card grid gap-5 p-5" aria-label="The same model in two stores">
      <header>
        <h2 className="text-2xl wrap-anywhere">{match.newer.product.name}</h2>
        <p className="text-ink-2">
          {MATCH_KINDS[match.kind]}; found {dayText(match.foundAt)}. Neither store was told.
        </p>
      </header>
      <Suspense fallback={<div className="skeleton h-72" aria-busy="true" />}>
        <MatchModels match={match} />
      </Suspense>
      <div className="grid gap-5 sm:grid-cols-2">
        <Side title="Came first" side={match.older} />
        <Side title="Came later" side={match.newer} />
      </div>
      {match.outcome === null ? (
        <Decision match={match} onDecided={onDecided} />
      ) : (
        <p className="notice">{MATCH_OUTCOMES[match.outcome]}.</p>
      )}
    </article>
  );
}

function Side({
  title,
  side: { fileName, since, size, triangles, product, origin, store },
}: {
  title: string;
  side: MatchSide;
}) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
      <p className="wrap-anywhere">
        <a className="link font-semibold" href={paths.operatorDesk('products', product.id)}>
          {product.name}
        </a>{' '}
        by{' '}
        <a className="link" href={paths.operatorDesk('stores', store.id)}>
          {store.name}
        </a>
      </p>
      <ul className="text-sm text-ink-2">
        <li className="wrap-anywhere">
          {fileName}, added {dayText(since)}
        </li>
        <li>
          {size !== null && `${sizeText(size)}, `}
          {triangles.toLocaleString('en')} triangles
        </li>
        <li>{PRODUCT_STATE_TEXTS[product.state]}</li>
        <li className="wrap-anywhere">{originText(origin)}</li>
      </ul>
    </section>
  );
}

const originText = ({ kind, from, licence }: MatchSide['origin']) =>
  kind === 'licensed'
    ? `Declared as licensed by ${from}: ${licence}`
    : kind === 'own'
      ? 'Declared as their own design'
      : 'Origin not declared';

function Decision({ match, onDecided }: { match: MatchFile; onDecided: (outcome: MatchOutcome) => void }) {
  const [outcome, setOutcome] = useState<MatchOutcome>('different');
  const [against, setAgainst] = useState<'older' | 'newer'>('newer');
  const [claim, setClaim] = useState(matchClaim(match));
  const { busy, fieldError, mutate } = useValidatedMutation(matchRefusals({ outcome, claim }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void mutate(
      () => confirmed(() => actions.deskMatches.decide({ id: match.id, outcome, against, claim })),
      outcome === 'case' ? 'The case is open.' : 'Decided.',
      () => onDecided(outcome),
    );
  };
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={submit} aria-label="Decision">
      <Select
        label="What it is"
        name="outcome"
        value={outcome}
        hint={HINTS[outcome]}
        options={Object.entries({ ...MATCH_OUTCOMES, case: 'A copy: open a case' })}
        onChange={(next) => setOutcome(next as MatchOutcome)}
      />
      {outcome === 'case' && (
        <>
          <Select
            label="The case is about"
            name="against"
            value={against}
            options={(['newer', 'older'] as const).map((side) => [
              side,
              `${match[side].product.name} by ${match[side].store.name}`,
            ])}
            onChange={(side) => setAgainst(side as 'older' | 'newer')}
          />
          <TextArea
            label="What the case says"
            name="claim"
            rows={4}
            maxLength={MATCH_CLAIM_MAX}
            hint="The store it is about reads it and is asked for an answer."
            value={claim}
            error={fieldError('claim')}
            onChange={setClaim}
          />
        </>
      )}
      <button type="submit" className="btn justify-self-start" aria-busy={busy}>
        {outcome === 'case' ? 'Open the case' : 'Decide'}
      </button>
    </form>
  );
}

const HINTS: Record<MatchOutcome, string> = {
  case: 'Only now does anybody hear of it.',
  licensed: 'Models of these two stores are not compared with each other any more.',
  common: 'This model is found in no further store.',
  different: 'These two products are not shown here again.',
};
