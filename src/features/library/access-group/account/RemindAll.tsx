import { actions } from 'astro:actions';
import { useState } from 'react';
import { counted } from '../../../../domain/kernel/plural.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { toast } from '../../../../ui/toast.ts';

/** Mails new links to everyone who has not claimed and may be mailed again, in batches. */
export function RemindAll({
  group,
  invited,
  onDone,
}: {
  group: AccessGroup;
  invited: number;
  onDone: () => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const run = async () => {
    setConfirming(false);
    setLeft(invited);
    let mailed = 0;
    let problem: string | null = null;
    for (let more = 1; more > 0; ) {
      const { data, error } = await actions.groupPeople
        .remindSome({ groupId: group.id })
        .catch(() => ({ data: undefined, error: { message: 'There is no connection.' } }));
      mailed += data?.mailed ?? 0;
      more = data?.left ?? 0;
      problem = error?.message ?? null;
      setLeft(more);
    }
    setLeft(null);
    const summary = counted(mailed, 'mail is on its way.', 'mails are on their way.');
    if (problem !== null) void toast(`${summary} ${problem}`, { kind: 'error' });
    else if (mailed === 0)
      void toast(
        'Everyone was mailed less than a day ago, or has reached the limit of mails. No mails were sent.',
      );
    else void toast(summary, { kind: 'success' });
    onDone();
  };
  if (invited === 0) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-busy={left !== null}
        onClick={() => left === null && setConfirming(true)}
      >
        {left === null ? 'Mail all who have not claimed' : `Sending, ${left} left`}
      </button>
      {isConfirming && (
        <Confirm
          title="Mail everyone who has not claimed?"
          yes="Mail them"
          isHarmless
          no="Not now"
          busy={false}
          onYes={() => void run()}
          onNo={() => setConfirming(false)}
        >
          <p>
            Up to {counted(invited, 'person gets', 'people get')} a new link; earlier links keep working.
            People mailed less than a day ago, or five times already, are skipped.
          </p>
        </Confirm>
      )}
    </>
  );
}
