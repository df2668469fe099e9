import { actions } from 'astro:actions';
import { useState } from 'react';
import type { StoreQuestion } from '../../../../data/community/questions.ts';
import {
  ANSWER_LENGTH,
  answerTextRefusal,
  HIDE_REASONS,
  questionRefusal,
  SELLER_HIDE_REASONS,
} from '../../../../domain/community/question.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Form, Select, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

type Changed = { question: StoreQuestion; onChanged: (after: StoreQuestion) => void };

/** A question about one of the seller's models, or a comment on a post, with its actions: answer, change the answer, hide or show. */
export function SellerQuestion({ question, onChanged }: Changed) {
  const { text, askedAt, asker, answer, productId, productName, post, hiddenFor } = question;
  const [mode, setMode] = useState<'answer' | 'hide' | null>(null);
  const done = (after: StoreQuestion) => {
    setMode(null);
    onChanged(after);
  };
  const showMutation = useMutation();
  return (
    <li className="card grid gap-3 p-4 sm:p-5">
      <p className="text-sm text-ink-3">
        {asker?.username ?? 'A former member'}
        {!post && (
          <>
            {' '}
            about{' '}
            <a className="link" href={paths.product(productId)}>
              {productName}
            </a>
          </>
        )}
        , {dayText(askedAt)}
      </p>
      <p className="font-semibold whitespace-pre-line break-words" dir="auto">
        {text}
      </p>
      {answer && (
        <div className="border-l-4 border-brass pl-4">
          <p className="whitespace-pre-line break-words" dir="auto">
            {answer.text}
          </p>
          <p className="text-sm text-ink-3">You, {dayText(answer.at)}</p>
        </div>
      )}
      {hiddenFor !== null && <p className="notice">Hidden: {HIDE_REASONS[hiddenFor]}</p>}
      {mode === 'answer' && <AnswerForm question={question} onChanged={done} />}
      {mode === 'hide' && <HideForm question={question} onChanged={done} />}
      <div className="flex flex-wrap gap-2">
        {mode === null && questionRefusal(question, 'answer') === null && (
          <button type="button" className="btn btn-small" onClick={() => setMode('answer')}>
            {answer ? 'Edit answer' : 'Answer'}
          </button>
        )}
        {mode === null && questionRefusal(question, 'hide') === null && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setMode('hide')}>
            Hide
          </button>
        )}
        {questionRefusal(question, 'show') === null && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={showMutation.busy}
            onClick={() =>
              void showMutation.mutate(
                () => actions.questions.show({ id: question.id, seen: question.seen }),
                post ? 'The comment is shown again.' : 'The question is public again.',
                done,
              )
            }
          >
            Show
          </button>
        )}
        {mode !== null && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setMode(null)}>
            Cancel
          </button>
        )}
      </div>
    </li>
  );
}

function AnswerForm({ question, onChanged }: Changed) {
  const [text, setText] = useState(question.answer?.text ?? '');
  const { busy, fieldError, mutate } = useMutation();
  return (
    <Form
      busy={busy}
      label={question.answer ? 'Save answer' : 'Publish answer'}
      disabled={answerTextRefusal(text) !== null}
      onSend={() =>
        void mutate(
          () => actions.questions.answer({ id: question.id, seen: question.seen, text }),
          'Your answer is published.',
          onChanged,
        )
      }
    >
      <TextArea
        label="Your answer"
        name="text"
        value={text}
        onChange={setText}
        maxLength={ANSWER_LENGTH.max}
        rows={4}
        error={fieldError('text')}
        hint={question.post ? 'Everybody who reads the post reads your answer.' : 'Your answer is public.'}
        autoFocus
      />
    </Form>
  );
}

function HideForm({ question, onChanged }: Changed) {
  const [reason, setReason] = useState<(typeof SELLER_HIDE_REASONS)[number]>('off-topic');
  const { busy, fieldError, mutate } = useMutation();
  return (
    <Form
      busy={busy}
      label={question.post ? 'Hide comment' : 'Hide question'}
      onSend={() =>
        void mutate(
          () => actions.questions.hide({ id: question.id, seen: question.seen, reason }),
          question.post ? 'The comment is hidden.' : 'The question is hidden.',
          onChanged,
        )
      }
    >
      <Select
        label="Why"
        name="reason"
        value={reason}
        onChange={(value) => setReason(SELLER_HIDE_REASONS.find((reason) => reason === value) ?? 'off-topic')}
        options={SELLER_HIDE_REASONS.map((key) => [key, HIDE_REASONS[key]] as const)}
        error={fieldError('reason')}
        hint="Who wrote it sees the reason; it is hidden from everyone else."
      />
    </Form>
  );
}
