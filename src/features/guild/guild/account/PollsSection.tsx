import { actions } from 'astro:actions';
import { useState } from 'react';
import type { GuildState } from '../../../../domain/guild/guild.ts';
import {
  type GuildPoll,
  POLL_LIMITS,
  POLL_REFUSAL_TEXTS,
  pollRefusals,
  pollRuns,
  pollStartRefusal,
} from '../../../../domain/guild/guild-poll.ts';
import { cleanLine } from '../../../../domain/kernel/clean-text.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Check, Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { PollBars } from '../../membership/account/PollBars.tsx';
import { StateMark } from './GuildFrame.tsx';

/** Ended polls that are listed; the export has all. */
const ENDED_SHOWN = 5;
const DAYS = [3, 7, 14, 30] as const;

/** What the members of the guild are asked, and what they voted. */
export function PollsSection({ guildState }: { guildState: GuildState }) {
  const query = useQuery(() => actions.guildPolls.mine());
  const { data, refetch } = query;
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState<GuildPoll | null>(null);
  const { busy, mutate } = useMutation();
  const done = () => {
    setAsking(false);
    setEnding(null);
    refetch();
  };
  const now = data?.now ?? 0;
  const polls = data?.polls ?? [];
  const running = polls.filter((poll) => pollRuns(poll, now));
  const ended = polls.filter((poll) => !pollRuns(poll, now)).slice(0, ENDED_SHOWN);
  const refusal = pollStartRefusal({ state: guildState }, polls, now);
  return (
    <Section
      title="Polls"
      intro="Ask your members what comes next. They vote on the page of their membership and can change their vote until the end; you see the numbers, not who voted for what."
    >
      <QueryState query={query} />
      {data && polls.length === 0 && !asking && <p className="text-ink-2">No polls yet.</p>}
      {polls.length > 0 && (
        <ul className="grid gap-3" aria-label="Polls">
          {[...running, ...ended].map((poll) => (
            <li key={poll.id} className="rounded-xl border border-line p-4">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold wrap-anywhere">{poll.question}</span>
                <StateMark strong={pollRuns(poll, now)}>
                  {pollRuns(poll, now) ? `Until ${dayText(poll.endsAt)}` : `Ended on ${dayText(poll.endsAt)}`}
                </StateMark>
              </p>
              <PollBars poll={poll} result={poll.result} mine={null} />
              {pollRuns(poll, now) && (
                <button
                  type="button"
                  className="link min-h-11"
                  aria-label={`End now: ${poll.question}`}
                  onClick={() => setEnding(poll)}
                >
                  End now …
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking && <Editor onDone={done} />}
      {data && !asking && (
        <div>
          {refusal === null ? (
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsking(true)}>
              Ask the members
            </button>
          ) : (
            <p className="hint">{POLL_REFUSAL_TEXTS[refusal]}</p>
          )}
        </div>
      )}
      {ending && (
        <Confirm
          title={`End “${ending.question}” now?`}
          yes="End it"
          no="Let it run"
          busy={busy}
          onNo={() => setEnding(null)}
          onYes={() =>
            void mutate(
              () => actions.guildPolls.end({ id: ending.id }),
              'Ended. Members see the result.',
              done,
            )
          }
        >
          <p>Nobody can vote any more, and all members see the result.</p>
        </Confirm>
      )}
    </Section>
  );
}

function Editor({ onDone }: { onDone: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: () => ({ question: '', options: ['', ''], weighted: false, days: '7' }),
    read: ({ question, options, weighted, days }) => ({
      question: cleanLine(question),
      // What was left empty at the end is no answer.
      options: options.map(cleanLine).filter((option) => option !== ''),
      weighted,
      days: Number(days),
    }),
    refusals: pollRefusals,
    send: (draft) => actions.guildPolls.ask(draft),
    said: 'Your members can vote now.',
    done: onDone,
  });
  const { options, weighted } = values;
  return (
    <div className="grid gap-3">
      <Form busy={busy} label="Start the poll" onSend={save}>
        <Field label="Question" {...field('question')} maxLength={POLL_LIMITS.question} />
        <fieldset className="grid gap-2">
          <legend className="label">Answers to choose from</legend>
          {options.map((option, place) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are told apart by their place alone
              key={place}
              label={`Answer ${place + 1}`}
              name={`option-${place}`}
              required={place < POLL_LIMITS.optionsLeast}
              maxLength={POLL_LIMITS.option}
              value={option}
              onChange={(typed) => set({ options: options.with(place, typed) })}
            />
          ))}
          {fieldError('options') && <p className="error">{fieldError('options')}</p>}
          {options.length < POLL_LIMITS.optionsMost && (
            <div>
              <button
                type="button"
                className="link min-h-11"
                onClick={() => set({ options: [...options, ''] })}
              >
                One more answer
              </button>
            </div>
          )}
        </fieldset>
        <Select
          label="It ends"
          {...field('days')}
          options={DAYS.map((days) => [String(days), `in ${counted(days, 'day')}`] as const)}
        />
        <Check
          label="Votes of higher tiers count for more"
          hint="The lowest tier has one vote, the next two, and so on. Members are told."
          checked={weighted}
          onChange={(next) => set({ weighted: next })}
        />
      </Form>
      <div>
        <button type="button" className="link min-h-11" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
