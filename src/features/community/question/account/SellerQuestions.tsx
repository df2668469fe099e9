import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreQuestion } from '../../../../data/community/questions.ts';
import {
  QUESTION_STATES,
  QUESTIONS_PER_PAGE,
  type QuestionState,
} from '../../../../domain/community/question.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
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
  const [page, setPage] = useState(1);
  const query = useQuery(() => actions.questions.ofStore({ state, page: 1 }));
  const [more, setMore] = useState<StoreQuestion[]>([]);
  const { data, setData } = query;
  const questions = data ? [...data.questions, ...more] : [];
  /** A changed question stays in the list; only the counts change. */
  const changed = (before: StoreQuestion, after: StoreQuestion) => {
    if (!data) return;
    const swap = (list: StoreQuestion[]) => list.map((item) => (item.id === after.id ? after : item));
    const counts = { ...data.counts };
    counts[before.state] -= 1;
    counts[after.state] += 1;
    setData({ ...data, questions: swap(data.questions), counts });
    setMore(swap(more));
  };
  const loadMore = async () => {
    const { data: next } = await actions.questions.ofStore({ state, page: page + 1 });
    if (!next) return;
    setPage(page + 1);
    const known = new Set(questions.map(({ id }) => id));
    setMore([...more, ...next.questions.filter(({ id }) => !known.has(id))]);
  };
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Questions
      </h1>
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
            {data && <span className="opacity-80">{data.counts[one]}</span>}
          </button>
        ))}
      </fieldset>
      <QueryState query={query} />
      {data && questions.length === 0 && <p className="empty mt-6">{EMPTY_TEXTS[state]}</p>}
      {questions.length > 0 && (
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
      {data && page * QUESTIONS_PER_PAGE < data.total && (
        <button type="button" className="btn btn-quiet mt-6" onClick={() => void loadMore()}>
          Show more
        </button>
      )}
    </>
  );
}
