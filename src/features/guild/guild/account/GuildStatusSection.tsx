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
  onChanged: () => void;
}

const STATE_HINTS: Record<GuildState, string> = {
  draft: 'Not visible yet.',
  live: 'The page is public, and people can join.',
  paused: 'Nothing is charged or released. Members keep what they have.',
  closing: 'Nobody can join or is charged again. Paid months are still delivered.',
  closed: 'It has ended. Members keep everything they received.',
};
const FIXES: Record<LiveRefusal, { to: string; label: string }> = {
  'store-not-open': { to: paths.storeSettings(), label: 'Store settings' },
  'no-public-tier': { to: paths.sellerTiers(), label: 'Tiers' },
  'no-release': { to: paths.sellerReleases(), label: 'Releases' },
  'account-not-active': { to: paths.businessAccount(), label: 'Business account' },
};

/** The guild's status, what is missing to go live, and the possible status changes. */
export function GuildStatusSection({ guild, inTheWay, lastMonthEnds, onChanged }: Props) {
  const [dialog, setDialog] = useState<'live' | 'closing' | 'closed' | null>(null);
  const { busy, mutate } = useMutation();
  const changeState = (to: GuildState, message: string) =>
    void mutate(
      () => actions.guilds.move({ to }),
      message,
      () => {
        setDialog(null);
        onChanged();
      },
    );
  const { state } = guild;
  const isHeld = guild.heldAt !== null && state === 'paused';
  const canGoLive = state === 'draft' || (state === 'paused' && !isHeld);
  const timeZone = ownTimeZone();
  const isStillPaid = lastMonthEnds !== null && lastMonthEnds > Date.now();
  return (
    <Section title={GUILD_STATE_TEXTS[state]} intro={STATE_HINTS[state]}>
      {state === 'draft' && inTheWay.length > 0 && (
        <div>
          <p>Before it can go live:</p>
          <ul className="mt-1 grid gap-1">
            {inTheWay.map(({ refusal, text }) => (
              <li key={refusal} className="flex flex-wrap items-center gap-x-2">
                <span>{text}</span>
                <Link className="link inline-flex min-h-11 items-center" href={`~${FIXES[refusal].to}`}>
                  {FIXES[refusal].label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isHeld && (
        <p className="notice">
          Your store is not open, so the guild rests since {dayText(guild.heldAt ?? 0)}: nobody is charged or
          can join, and releases wait. It goes on when the store is{' '}
          <Link className="link" href={`~${paths.storeSettings()}`}>
            open again
          </Link>
          .
        </p>
      )}
      {!isHeld &&
        guild.pausesAt !== null &&
        guild.resumesAt !== null &&
        (state === 'live' || state === 'paused') && (
          <p className="notice">
            {state === 'paused'
              ? 'Paused until'
              : `A pause is announced from ${momentText(guild.pausesAt, timeZone)} to`}{' '}
            {momentText(guild.resumesAt, timeZone)}.
          </p>
        )}
      <div className="flex flex-wrap gap-3">
        {canGoLive && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            disabled={state === 'draft' && inTheWay.length > 0}
            onClick={() => setDialog('live')}
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
              void mutate(() => actions.guilds.pause({ pause: null }), 'The pause is cancelled.', onChanged)
            }
          >
            Cancel the pause
          </button>
        )}
        {state === 'closing' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={isStillPaid}
            onClick={() => setDialog('closed')}
          >
            Close it for good
          </button>
        )}
        {state === 'closed' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => changeState('draft', 'The guild is a draft again.')}
          >
            Start again as a draft
          </button>
        )}
      </div>
      {state === 'closing' && isStillPaid && lastMonthEnds !== null && (
        <p className="hint">
          The last paid month ends on {dayText(lastMonthEnds)}; then it can be closed for good.
        </p>
      )}
      {state === 'live' && guild.pausesAt === null && (
        <PauseForm guild={guild} timeZone={timeZone} onSet={onChanged} />
      )}
      {(state === 'live' || state === 'paused') && (
        <p>
          <button type="button" className="link min-h-11 text-ink-2" onClick={() => setDialog('closing')}>
            Close the guild
          </button>
        </p>
      )}
      {dialog === 'live' && (
        <Confirm
          title={state === 'draft' ? 'Go live?' : 'End the pause now?'}
          yes={state === 'draft' ? 'Go live now' : 'End it'}
          no="Not yet"
          busy={busy}
          isHarmless
          onYes={() =>
            changeState(
              'live',
              state === 'draft' ? 'Your guild is live.' : 'The pause is over. Members are charged again.',
            )
          }
          onNo={() => setDialog(null)}
        >
          <p>
            {state === 'draft'
              ? 'The guild’s page becomes public, and people can join and are charged. You can pause or close it later.'
              : 'Members are charged again from their next payment on, and new people can join.'}
          </p>
        </Confirm>
      )}
      {(dialog === 'closing' || dialog === 'closed') && (
        <Confirm
          title={dialog === 'closing' ? 'Close the guild?' : 'Close it for good?'}
          yes={dialog === 'closing' ? 'Close the guild' : 'Close it for good'}
          no="Cancel"
          busy={busy}
          onYes={() =>
            dialog === 'closing'
              ? changeState('closing', 'The guild is closing. Nobody is charged again.')
              : changeState('closed', 'The guild is closed.')
          }
          onNo={() => setDialog(null)}
        >
          {dialog === 'closing' ? (
            <>
              <p>
                {guild.members === 1 ? 'Its member is' : `Its ${guild.members} members are`} not charged
                again, and nobody can join. This cannot be undone.
              </p>
              <p>Paid months are still delivered, and members keep what they received.</p>
            </>
          ) : (
            <p>The page is no longer public. Members keep everything they received.</p>
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
          Members are notified at once. A pause starts 72 hours from now at the earliest. Nothing is charged
          during it. Times are in your time zone, {timeZone.replaceAll('_', ' ')}.
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
            Announce
          </button>
        </div>
      </div>
    </details>
  );
}
