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
import { counted, plural } from '../../../../domain/kernel/plural.ts';
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

type Dialog = 'publish' | 'schedule' | 'remove' | 'archive';
type Audience = ActionAnswer<typeof actions.releases.audience>;

/** A release's status and the possible changes: publish, schedule, archive. Refusals say why. */
export function ReleaseStatus({
  answer,
  release,
  refetch,
}: {
  answer: ReleaseAnswer;
  release: Release;
  refetch: () => void;
}) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [audience, setAudience] = useState<Audience | null>(null);
  const [, go] = useLocation();
  const { busy, mutate } = useMutation();
  const products = answer.models;
  const strikeRefusal = useStrikeRefusal();
  /** Why this state change is not possible, as a sentence, or null. */
  const refusal = (to: 'publishing' | 'scheduled'): string | null => {
    const why = releaseMoveRefusal({ ...release, products }, to, { state: answer.state }, Date.now());
    return strikeRefusal ?? (why && RELEASE_MOVE_REFUSAL_TEXTS[why]);
  };
  const openDialog = (what: Dialog) => {
    setAudience(null);
    setDialog(what);
    if (what === 'publish' || what === 'schedule')
      void actions.releases
        .audience({ id: release.id })
        .then(({ data }) => data && setAudience(data))
        .catch(() => undefined);
  };
  const done = () => {
    setDialog(null);
    refetch();
  };
  const move = (deed: 'schedule' | 'call-off' | 'archive' | 'restore', message: string) =>
    void mutate(() => actions.releases.move({ id: release.id, deed }), message, done);
  const { state } = release;
  const isUnpublished = state === 'draft' || state === 'scheduled';
  const refusals = isUnpublished
    ? [...new Set([refusal('publishing'), state === 'draft' ? refusal('scheduled') : null])]
    : [];
  return (
    <Section title={RELEASE_STATE_TEXTS[state]} intro={whenText(release)}>
      {state === 'publishing' && <Progress release={release} onDone={refetch} />}
      <div className="flex flex-wrap gap-3">
        {isUnpublished && (
          <button
            type="button"
            className="btn btn-small"
            disabled={refusal('publishing') !== null}
            onClick={() => openDialog('publish')}
          >
            Publish now
          </button>
        )}
        {state === 'draft' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={refusal('scheduled') !== null}
            onClick={() => openDialog('schedule')}
          >
            Schedule
          </button>
        )}
        {state === 'scheduled' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => move('call-off', 'It is a draft again and no longer announced.')}
          >
            Cancel the schedule
          </button>
        )}
        {state === 'published' && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => openDialog('archive')}>
            Archive
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
          <button type="button" className="btn btn-quiet btn-small" onClick={() => openDialog('remove')}>
            Delete
          </button>
        )}
      </div>
      {refusals.map(
        (why) =>
          why && (
            <p key={why} className="hint">
              {why}
            </p>
          ),
      )}
      {dialog === 'publish' && (
        <Confirm
          title={`Publish “${release.title}” now?`}
          yes="Publish it"
          isHarmless
          no="Not yet"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.releases.publish({ id: release.id }),
              'It is being delivered to its members.',
              done,
            )
          }
          onNo={() => setDialog(null)}
        >
          <AudienceText audience={audience} />
          <p>Members keep what they receive. After publishing you can add models but not remove any.</p>
        </Confirm>
      )}
      {dialog === 'schedule' && release.publishAt !== null && (
        <Confirm
          title={`Schedule “${release.title}”?`}
          yes="Schedule it"
          isHarmless
          no="Not yet"
          busy={busy}
          onYes={() => move('schedule', 'It is announced.')}
          onNo={() => setDialog(null)}
        >
          <p>
            It is published automatically on {momentText(release.publishAt, ownTimeZone())} and announced
            until then.
          </p>
          <AudienceText audience={audience} />
        </Confirm>
      )}
      {dialog === 'archive' && (
        <Confirm
          title={`Archive “${release.title}”?`}
          yes="Archive it"
          no="Keep it shown"
          busy={busy}
          onYes={() => move('archive', 'It is archived.')}
          onNo={() => setDialog(null)}
        >
          <p>
            It is no longer shown or sold. Members who have it keep it, and members who pay for its month
            still get it.
          </p>
        </Confirm>
      )}
      {dialog === 'remove' && (
        <Confirm
          title={`Delete “${release.title}”?`}
          yes="Delete it"
          no="Keep it"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.releases.remove({ id: release.id }),
              'The draft is deleted.',
              () => go(`~${paths.sellerReleases()}`),
            )
          }
          onNo={() => setDialog(null)}
        >
          <p>The draft is deleted for good. Its models stay in your store.</p>
        </Confirm>
      )}
    </Section>
  );
}

function AudienceText({ audience }: { audience: Audience | null }) {
  if (!audience) return <p aria-busy="true">Counting its members …</p>;
  return (
    <p>
      {counted(audience.now, 'member has', 'members have')} paid for its month and{' '}
      {plural(audience.now, 'gets', 'get')} it at once. {audience.inTiers}{' '}
      {plural(audience.inTiers, 'is', 'are')} in its tiers now; members who pay for its month later get it
      then.
    </p>
  );
}

/** Interval of the progress requests, in ms. */
const EVERY_MS = 1500;

/** The publishing progress, polled until it is done. */
function Progress({ release, onDone }: { release: Release; onDone: () => void }) {
  const [progress, setProgress] = useState({ reached: release.reached, toReach: release.toReach });
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const timer = setInterval(() => {
      void actions.releases
        .progress({ id: release.id })
        .then(({ data }) => {
          if (!data) return;
          setProgress(data);
          if (data.state !== 'publishing') done.current();
        })
        .catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [release.id]);
  return (
    <div role="status">
      <progress className="bar" max={100} value={publishedPercent(progress)} aria-label="Publishing" />
      <p className="text-sm text-ink-2">
        {progress.reached} of {progress.toReach} members have it. You can leave this page.
      </p>
    </div>
  );
}
