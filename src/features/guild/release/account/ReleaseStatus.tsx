import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  publishedPercent,
  RELEASE_MOVE_REFUSAL_TEXTS,
  RELEASE_STATE_TEXTS,
  type Release,
  releaseMoveRefusal,
} from '../../../../domain/guild/release.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useStrikeRefusal } from '../../../moderation/account-state/account/useStrikeRefusal.ts';
import type { ReleaseAnswer } from './ReleasePage.tsx';
import { whenText } from './release-labels.ts';

type Asking = 'publish' | 'schedule' | 'remove' | 'archive';
type Audience = ActionAnswer<typeof actions.releases.audience>;

/** How a release stands and where it can be led: announced, published, put away. What is refused says why. */
export function ReleaseStatus({
  told,
  release,
  again,
}: {
  told: ReleaseAnswer;
  release: Release;
  again: () => void;
}) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [audience, setAudience] = useState<Audience | null>(null);
  const [, go] = useLocation();
  const { busy, mutate } = useMutation();
  const products = told.models;
  const stopped = useStrikeRefusal();
  /** Why it cannot be led there, in a sentence, or null. */
  const refusal = (to: 'publishing' | 'scheduled'): string | null => {
    const why = releaseMoveRefusal({ ...release, products }, to, { state: told.state }, Date.now());
    return stopped ?? (why && RELEASE_MOVE_REFUSAL_TEXTS[why]);
  };
  const ask = (what: Asking) => {
    setAudience(null);
    setAsking(what);
    if (what === 'publish' || what === 'schedule')
      void actions.releases
        .audience({ id: release.id })
        .then(({ data }) => data && setAudience(data))
        .catch(() => undefined);
  };
  const done = () => {
    setAsking(null);
    again();
  };
  const move = (deed: 'schedule' | 'call-off' | 'archive' | 'restore', said: string) =>
    void mutate(() => actions.releases.move({ id: release.id, deed }), said, done);
  const { state } = release;
  const isWaiting = state === 'draft' || state === 'scheduled';
  const barred = isWaiting
    ? [...new Set([refusal('publishing'), state === 'draft' ? refusal('scheduled') : null])]
    : [];
  return (
    <Section title={RELEASE_STATE_TEXTS[state]} intro={whenText(release)}>
      {state === 'publishing' && <Progress release={release} onDone={again} />}
      <div className="flex flex-wrap gap-3">
        {isWaiting && (
          <button
            type="button"
            className="btn btn-small"
            disabled={refusal('publishing') !== null}
            onClick={() => ask('publish')}
          >
            Publish now
          </button>
        )}
        {state === 'draft' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={refusal('scheduled') !== null}
            onClick={() => ask('schedule')}
          >
            Schedule it
          </button>
        )}
        {state === 'scheduled' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => move('call-off', 'It is a draft again, and announced no more.')}
          >
            Call it off
          </button>
        )}
        {state === 'published' && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => ask('archive')}>
            Archive it
          </button>
        )}
        {state === 'archived' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => move('restore', 'It is shown again.')}
          >
            Show it again
          </button>
        )}
        <Link className="btn btn-quiet btn-small" href={`~${paths.releaseLike(release.id)}`}>
          Duplicate
        </Link>
        {state === 'draft' && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => ask('remove')}>
            Take it away
          </button>
        )}
      </div>
      {barred.map(
        (why) =>
          why && (
            <p key={why} className="hint">
              {why}
            </p>
          ),
      )}
      {asking === 'publish' && (
        <Confirm
          title={`Publish “${release.title}” now?`}
          yes="Publish it"
          no="Not yet"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.releases.publish({ id: release.id }),
              'It is on its way to its members.',
              done,
            )
          }
          onNo={() => setAsking(null)}
        >
          <Whom audience={audience} />
          <p>
            What members have received stays with them: afterwards more can be added, and nothing taken out.
          </p>
        </Confirm>
      )}
      {asking === 'schedule' && release.publishAt !== null && (
        <Confirm
          title={`Schedule “${release.title}”?`}
          yes="Schedule it"
          no="Not yet"
          busy={busy}
          onYes={() => move('schedule', 'It is announced.')}
          onNo={() => setAsking(null)}
        >
          <p>
            It is published by itself on {momentText(release.publishAt, ownTimeZone())}, and announced until
            then.
          </p>
          <Whom audience={audience} />
        </Confirm>
      )}
      {asking === 'archive' && (
        <Confirm
          title={`Archive “${release.title}”?`}
          yes="Archive it"
          no="Keep it shown"
          busy={busy}
          onYes={() => move('archive', 'It is archived.')}
          onNo={() => setAsking(null)}
        >
          <p>
            It is shown no more and not sold any more. Whoever has it keeps it, and whoever pays for its month
            gets it.
          </p>
        </Confirm>
      )}
      {asking === 'remove' && (
        <Confirm
          title={`Take “${release.title}” away?`}
          yes="Take it away"
          no="Keep it"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.releases.remove({ id: release.id }),
              'The draft is gone.',
              () => go(`~${paths.sellerReleases()}`),
            )
          }
          onNo={() => setAsking(null)}
        >
          <p>The draft goes for good. Its models stay in your store.</p>
        </Confirm>
      )}
    </Section>
  );
}

function Whom({ audience }: { audience: Audience | null }) {
  if (!audience) return <p aria-busy="true">Counting its members …</p>;
  return (
    <p>
      {audience.now === 1 ? '1 member has' : `${audience.now} members have`} paid for its month and{' '}
      {audience.now === 1 ? 'gets' : 'get'} it at once. {audience.inTiers}{' '}
      {audience.inTiers === 1 ? 'is' : 'are'} in its tiers now; who pays for its month later gets it then.
    </p>
  );
}

/** How often the server is asked how far it is, in ms. */
const EVERY_MS = 1500;

/** How far publishing is, asked again and again until it is through. */
function Progress({ release, onDone }: { release: Release; onDone: () => void }) {
  const [far, setFar] = useState({ reached: release.reached, toReach: release.toReach });
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const timer = setInterval(() => {
      void actions.releases
        .progress({ id: release.id })
        .then(({ data }) => {
          if (!data) return;
          setFar(data);
          if (data.state !== 'publishing') done.current();
        })
        .catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [release.id]);
  return (
    <div role="status">
      <progress className="bar" max={100} value={publishedPercent(far)} aria-label="Publishing" />
      <p className="text-sm text-ink-2">
        {far.reached} of {far.toReach} members have it. You may leave this page; it goes on.
      </p>
    </div>
  );
}
