import { actions } from 'astro:actions';
import { useState } from 'react';
import { pollRuns } from '../../../../domain/guild/guild-poll.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { PollBars } from './PollBars.tsx';

type Poll = ActionAnswer<typeof actions.guildPolls.ofGuild>['polls'][number];

/** What the guild asks its members, to vote, and what was voted; nothing where it asks nothing. */
export function MemberPolls({ guildId }: { guildId: string }) {
  const { data, refetch } = useQuery(() => actions.guildPolls.ofGuild({ guildId }));
  if (!data || data.polls.length === 0) return null;
  return (
    <div id="polls" className="scroll-mt-24">
      <Section title="Your vote">
        <ul className="grid gap-5">
          {data.polls.map((poll) => (
            <li key={poll.id}>
              <Ballot poll={poll} runs={pollRuns(poll, data.now)} onVoted={refetch} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Ballot({ poll, runs, onVoted }: { poll: Poll; runs: boolean; onVoted: () => void }) {
  const [changing, setChanging] = useState(false);
  const [chosen, setChosen] = useState(poll.mine);
  const { busy, mutate } = useMutation();
  const votes = runs && (poll.mine === null || changing);
  const send = () => {
    if (chosen === null) return;
    void mutate(
      () => actions.guildPolls.vote({ pollId: poll.id, choice: chosen }),
      'Your vote is counted.',
      () => {
        setChanging(false);
        onVoted();
      },
    );
  };
  return (
    <>
      <h3 className="text-lg wrap-anywhere">{poll.question}</h3>
      <p className="text-sm text-ink-3">
        {runs
          ? `Open until ${dayText(poll.endsAt)}. You can change your vote until then.`
          : `Ended on ${dayText(poll.endsAt)}`}
      </p>
      {votes ? (
        <Form busy={busy} label="Vote" disabled={chosen === null} onSend={send}>
          <fieldset>
            <legend className="sr-only">{poll.question}</legend>
            {poll.options.map((option, place) => (
              <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={`poll-${poll.id}`}
                  className="size-5 flex-none accent-verdigris"
                  checked={chosen === place}
                  onChange={() => setChosen(place)}
                />
                <span className="min-w-0 wrap-anywhere">{option}</span>
              </label>
            ))}
          </fieldset>
          {poll.weighted && <p className="hint">Votes of higher tiers count for more.</p>}
        </Form>
      ) : (
        poll.result && <PollBars poll={poll} result={poll.result} mine={poll.mine} />
      )}
      {runs && poll.mine !== null && !changing && (
        <button
          type="button"
          className="link min-h-11"
          aria-label={`Change your vote: ${poll.question}`}
          onClick={() => setChanging(true)}
        >
          Change your vote
        </button>
      )}
    </>
  );
}
