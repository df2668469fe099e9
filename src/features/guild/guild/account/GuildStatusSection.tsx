import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  GUILD_STATE_TEXTS,
  type Guild,
  type GuildState,
  type LiveRefusal,
  PAUSE_NOTICE_MS,
  PAUSE_REFUSAL_TEXTS,
  pauseRefusal,
} from '../../../../domain/guild/guild.ts';
import { dayText, type Instant } from '../../../../domain/kernel/instant.ts';
import { instantAtWallClock, momentText, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  guild: Guild;
  inTheWay: { refusal: LiveRefusal; text: string }[];
  lastMonthEnds: Instant | null;
  onMoved: () => void;
}

const SAID: Record<GuildState, string> = {
  draft: 'Nobody sees it yet.',
  live: 'Everybody reads about it, and people may join.',
  paused: 'Nothing is charged and nothing is released. Members keep what they have.',
  closing: 'It takes nobody in and charges nobody again. Months that are paid are still served.',
  closed: 'It has ended. Members keep everything they received.',
};
const WAY: Record<LiveRefusal, { to: string; label: string }> = {
  'no-public-tier': { to: paths.sellerTiers(), label: 'Tiers' },
  'no-release': { to: paths.sellerReleases(), label: 'Releases' },
  'account-not-active': { to: paths.businessAccount(), label: 'Business account' },
};

/** How the guild stands, what stands in its way, and where its seller can lead it. */
export function GuildStatusSection({ guild, inTheWay, lastMonthEnds, onMoved }: Props) {
  const [asking, setAsking] = useState<'closing' | 'closed' | null>(null);
  const { busy, mutate } = useMutation();
  const move = (to: GuildState, said: string) =>
    void mutate(
      () => actions.guilds.move({ to }),
      said,
      () => {
        setAsking(null);
        onMoved();
      },
    );
  const { state } = guild;
  const mayGoLive = state === 'draft' || state === 'paused';
  const timeZone = ownTimeZone();
  const monthsRun = lastMonthEnds !== null && lastMonthEnds > Date.now();
  return (
    <Section title={GUILD_STATE_TEXTS[state]} intro={SAID[state]}>
      {state === 'draft' && inTheWay.length > 0 && (
        <div>
          <p>Before it can go live:</p>
          <ul className="mt-1 grid gap-1">
            {inTheWay.map(({ refusal, text }) => (
              <li key={refusal} className="flex flex-wrap items-center gap-x-2">
                <span>{text}</span>
                <Link className="link inline-flex min-h-11 items-center" href={`~${WAY[refusal].to}`}>
                  {WAY[refusal].label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {guild.pausesAt !== null && guild.resumesAt !== null && (state === 'live' || state === 'paused') && (
        <p className="notice">
          {state === 'paused'
            ? 'Paused until'
            : `A pause is announced from ${momentText(guild.pausesAt, timeZone)} to`}{' '}
          {momentText(guild.resumesAt, timeZone)}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {mayGoLive && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            disabled={state === 'draft' && inTheWay.length > 0}
            onClick={() =>
              move(
                'live',
                state === 'draft'
                  ? 'Your guild is live.'
                  : 'The pause is over. Members are charged again as ever.',
              )
            }
          >
            {state === 'draft' ? 'Go live' : 'End the pause now'}
          </button>
        )}
        {state === 'live' && guild.pausesAt !== null && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() =>
              void mutate(() => actions.guilds.pause({ pause: null }), 'The pause is called off.', onMoved)
            }
          >
            Call the pause off
          </button>
        )}
        {state === 'closing' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={monthsRun}
            onClick={() => setAsking('closed')}
          >
            Close it for good
          </button>
        )}
        {state === 'closed' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => move('draft', 'It is a draft again.')}
          >
            Prepare a new beginning
          </button>
        )}
      </div>
      {state === 'closing' && monthsRun && lastMonthEnds !== null && (
        <p className="hint">
          The last paid month ends on {dayText(lastMonthEnds)}; then it can be closed for good.
        </p>
      )}
      {state === 'live' && guild.pausesAt === null && (
        <PauseForm guild={guild} timeZone={timeZone} onSet={onMoved} />
      )}
      {(state === 'live' || state === 'paused') && (
        <p>
          <button type="button" className="link min-h-11 text-ink-2" onClick={() => setAsking('closing')}>
            Close the guild
          </button>
        </p>
      )}
      {asking && (
        <Confirm
          title={asking === 'closing' ? 'Close the guild?' : 'Close it for good?'}
          yes={asking === 'closing' ? 'Close the guild' : 'Close it for good'}
          no="Leave it as it is"
          busy={busy}
          onYes={() =>
            asking === 'closing'
              ? move('closing', 'The guild closes. Nobody is charged again.')
              : move('closed', 'The guild is closed.')
          }
          onNo={() => setAsking(null)}
        >
          {asking === 'closing' ? (
            <>
              <p>
                {guild.members === 1 ? 'Its member is' : `Its ${guild.members} members are`} not charged
                again, and nobody can join. This cannot be taken back.
              </p>
              <p>Months that are paid are still served, and everybody keeps what he received.</p>
            </>
          ) : (
            <p>Nobody reads about it any more. Members keep everything they received.</p>
          )}
        </Confirm>
      )}
    </Section>
  );
}

function PauseForm({ guild, timeZone, onSet }: { guild: Guild; timeZone: string; onSet: () => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { busy, mutate } = useMutation();
  const pause = {
    from: instantAtWallClock(from, timeZone) ?? Number.NaN,
    to: instantAtWallClock(to, timeZone) ?? Number.NaN,
  };
  const refusal = from === '' || to === '' ? null : pauseRefusal(guild, pause, Date.now());
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Announce a pause</summary>
      <div className="mt-2 grid gap-4">
        <p className="text-ink-2">
          Members read of it at once, and it begins 72 hours from now at the earliest. Nothing is charged
          meanwhile. Times are on your clocks: {timeZone.replaceAll('_', ' ')}.
        </p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label="From"
            name="from"
            type="datetime-local"
            min={wallClockAt(Date.now() + PAUSE_NOTICE_MS, timeZone)}
            value={from}
            error={refusal === 'too-soon' ? PAUSE_REFUSAL_TEXTS[refusal] : undefined}
            onChange={setFrom}
          />
          <Field
            label="Until"
            name="to"
            type="datetime-local"
            value={to}
            error={refusal && refusal !== 'too-soon' ? PAUSE_REFUSAL_TEXTS[refusal] : undefined}
            onChange={setTo}
          />
        </div>
        <div>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={from === '' || to === '' || refusal !== null}
            aria-busy={busy}
            onClick={() =>
              void mutate(() => actions.guilds.pause({ pause }), 'The pause is announced.', onSet)
            }
          >
            Announce it
          </button>
        </div>
      </div>
    </details>
  );
}
