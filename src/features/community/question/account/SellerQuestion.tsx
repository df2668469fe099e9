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

/** One question about a model of mine, with what I can do: answer it, change my answer, hide it or show it again. */
export function SellerQuestion({ question, onChanged }: Changed) {
  const { text, askedAt, asker, answer, productId, productName, hiddenFor } = question;
  const [doing, setDoing] = useState<'answer' | 'hide' | null>(null);
  const done = (after: StoreQuestion) => {
    setDoing(null);
    onChanged(after);
  };
  const showing = useMutation();
  return (
    <li className="card grid gap-3 p-4 sm:p-5">
      <p className="text-sm text-ink-3">
        {asker?.username ?? 'Somebody'} about{' '}
        <a className="link" href={paths.product(productId)}>
          {productName}
        </a>
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
      {doing === 'answer' && <AnswerForm question={question} onChanged={done} />}
      {doing === 'hide' && <HideForm question={question} onChanged={done} />}
      <div className="flex flex-wrap gap-2">
        {doing === null && questionRefusal(question, 'answer') === null && (
          <button type="button" className="btn btn-small" onClick={() => setDoing('answer')}>
            {answer ? 'Change the answer' : 'Answer'}
          </button>
        )}
        {doing === null && questionRefusal(question, 'hide') === null && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDoing('hide')}>
            Hide
          </button>
        )}
        {questionRefusal(question, 'show') === null && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={showing.busy}
            onClick={() =>
              void showing.mutate(
                () => actions.questions.show({ id: question.id, seen: question.seen }),
                'Everybody sees the question.',
                done,
              )
            }
          >
            Show it
          </button>
        )}
        {doing !== null && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDoing(null)}>
            Not now
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
      label={question.answer ? 'Keep the answer' : 'Answer for everybody'}
      disabled={answerTextRefusal(text) !== null}
      onSend={() =>
        void mutate(
          () => actions.questions.answer({ id: question.id, seen: question.seen, text }),
          'Your answer stands on the page.',
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
        hint="Everybody can read it."
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
      label="Hide the question"
      onSend={() =>
        void mutate(
          () => actions.questions.hide({ id: question.id, seen: question.seen, reason }),
          'The question is hidden.',
          onChanged,
        )
      }
    >
      <Select
        label="Why"
        name="reason"
        value={reason}
        onChange={(value) => setReason(SELLER_HIDE_REASONS.find((one) => one === value) ?? 'off-topic')}
        options={SELLER_HIDE_REASONS.map((one) => [one, HIDE_REASONS[one]] as const)}
        error={fieldError('reason')}
        hint="Who asked reads the reason; nobody else sees the question any more."
      />
    </Form>
  );
}
