import { actions } from 'astro:actions';
import { useState } from 'react';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { toast } from '../../../../ui/toast.ts';

/** Mails everybody who has not claimed and may be mailed again, some at a time. */
export function RemindAll({
  group,
  invited,
  onDone,
}: {
  group: AccessGroup;
  invited: number;
  onDone: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const run = async () => {
    setAsked(false);
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
    const told = mailed === 1 ? '1 mail is on its way.' : `${mailed} mails are on their way.`;
    if (problem !== null) void toast(`${told} ${problem}`, { kind: 'error' });
    else if (mailed === 0)
      void toast('Everybody was mailed less than a day ago, or as often as we do. Nobody was mailed again.');
    else void toast(told, { kind: 'success' });
    onDone();
  };
  if (invited === 0) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-busy={left !== null}
        onClick={() => left === null && setAsked(true)}
      >
        {left === null ? 'Mail all who have not claimed' : `Writing, ${left} left`}
      </button>
      {isAsked && (
        <Confirm
          title="Mail everybody who has not claimed?"
          yes="Mail them"
          no="Not now"
          busy={false}
          onYes={() => void run()}
          onNo={() => setAsked(false)}
        >
          <p>
            Up to {invited} {invited === 1 ? 'person gets' : 'people get'} a new link; the old ones stay good.
            Whoever was mailed less than a day ago, or five times, is left out.
          </p>
        </Confirm>
      )}
    </>
  );
}
