import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreQuestion } from '../../../../data/community/questions.ts';
import {
  QUESTION_STATES,
  QUESTIONS_PER_PAGE,
  type QuestionState,
} from '../../../../domain/community/question.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, pageAfter, useKeyset } from '../../../../ui/account/useKeyset.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { SellerQuestion } from './SellerQuestion.tsx';

const LABELS: Record<QuestionState, string> = { open: 'Unanswered', answered: 'Answered', hidden: 'Hidden' };
const EMPTY_TEXTS: Record<QuestionState, string> = {
  open: 'No unanswered questions.',
  answered: 'No answered questions yet.',
  hidden: 'No hidden questions.',
};

/** Questions about the seller's models by state; unanswered ones oldest first. */
export default function SellerQuestions() {
  const store = useStore($sellerStore);
  const [state, setState] = useState<QuestionState>('open');
  if (!store) return <NoStore title="Questions" />;
  return <Questions key={state} state={state} onState={setState} />;
}

function Questions({ state, onState }: { state: QuestionState; onState: (state: QuestionState) => void }) {
  const [counts, setCounts] = useState<Record<QuestionState, number> | null>(null);
  const list = useKeyset(
    (page: number | null) =>
      asPage(actions.questions.ofStore({ state, page: page ?? 1 }), ({ questions, total, counts }) => {
        if (page === null) setCounts(counts);
        return { rows: questions, next: pageAfter(page ?? 1, QUESTIONS_PER_PAGE, total) };
      }),
    state,
    { keyOf: ({ id }) => id },
  );
  /** A changed question stays in the list; only the counts change. */
  const changed = (before: StoreQuestion, after: StoreQuestion) => {
    list.setRows((list.rows ?? []).map((one) => (one.id === after.id ? after : one)));
    if (!counts) return;
    const changed = { ...counts };
    changed[before.state] -= 1;
    changed[after.state] += 1;
    setCounts(changed);
  };
  return (
    <>
      <PageTitle>Questions</PageTitle>
      <p className="mt-2 text-ink-2">Questions from the pages of your models. Your answers are public.</p>
      <fieldset className="mt-6 flex flex-wrap gap-2">
        <legend className="sr-only">Which questions</legend>
        {QUESTION_STATES.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === state}
            onClick={() => onState(one)}
          >
            {LABELS[one]}
            {counts && <span className="opacity-80">{counts[one]}</span>}
          </button>
        ))}
      </fieldset>
      <ResourceList list={list} empty={<p className="empty mt-6">{EMPTY_TEXTS[state]}</p>}>
        {(questions) => (
          <ul className="mt-6 grid max-w-3xl gap-4" aria-label={`${LABELS[state]} questions`}>
            {questions.map((question) => (
              <SellerQuestion
                key={question.id}
                question={question}
                onChanged={(after) => changed(question, after)}
              />
            ))}
          </ul>
        )}
      </ResourceList>
    </>
  );
}
