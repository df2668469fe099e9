import type { actions } from 'astro:actions';
import { QUEUE_KINDS, spanText } from '../../../../domain/desk/queue.ts';
import { paths } from '../../../../paths.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

type Waiting = ActionAnswer<typeof actions.deskFigures.show>['waiting'];

/** How much work of the desk waits now, and for how long. */
export function WaitingAtDesk({ waiting }: { waiting: Waiting }) {
  return (
    <section className="card mt-6 p-5" aria-labelledby="waiting-at-desk">
      <h2 id="waiting-at-desk" className="text-lg">
        Waiting at the desk
      </h2>
      {waiting.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">Nothing waits now.</p>
      ) : (
        <>
          <DataTable
            label="Waiting at the desk"
            className="mt-2"
            right
            rows={waiting}
            keyOf={({ kind }) => kind}
            columns={[
              { head: 'What', isRowHead: true, cell: ({ kind }) => QUEUE_KINDS[kind].label },
              {
                head: 'How many',
                isNumber: true,
                cell: ({ count }) => (count >= 1000 ? '1,000 or more' : count),
              },
              {
                head: 'The oldest for',
                isNumber: true,
                cell: ({ waitsMs }) => (waitsMs === null ? '–' : spanText(waitsMs)),
              },
            ]}
          />
          <p className="mt-3">
            <a className="link" href={paths.operatorDesk('queue')}>
              Open the queue
            </a>
          </p>
        </>
      )}
    </section>
  );
}
