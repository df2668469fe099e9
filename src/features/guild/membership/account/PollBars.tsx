import { type GuildPoll, type PollResult, pollShares } from '../../../../domain/guild/guild-poll.ts';
import { counted } from '../../../../domain/kernel/plural.ts';

/** What was voted in a poll, as a bar for each answer. @param mine the place of one's own answer, or null */
export function PollBars({
  poll,
  result,
  mine,
}: {
  poll: Pick<GuildPoll, 'options' | 'weighted'>;
  result: PollResult;
  mine: number | null;
}) {
  const shares = pollShares(result);
  return (
    <>
      <ul className="mt-2 grid gap-2">
        {poll.options.map((option, place) => (
          <li key={option}>
            <p className="flex justify-between gap-3">
              <span className={`min-w-0 wrap-anywhere ${place === mine ? 'font-semibold' : ''}`}>
                {option}
                {place === mine && ', your vote'}
              </span>
              <span className="flex-none tabular-nums">{shares[place]}%</span>
            </p>
            <progress
              className="bar"
              max={100}
              value={shares[place]}
              aria-label={`${option}: ${shares[place]}%`}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-3">
        {counted(result.people, 'member')} voted{poll.weighted && '; votes of higher tiers count for more'}
      </p>
    </>
  );
}
