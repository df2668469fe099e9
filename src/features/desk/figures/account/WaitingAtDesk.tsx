import type { actions } from 'astro:actions';
import { QUEUE_KINDS, spanText } from '../../../../domain/desk/queue.ts';
import { paths } from '../../../../paths.ts';
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
          <table className="mt-2 w-full text-left text-sm">
            <thead className="text-ink-2">
              <tr>
                <th scope="col" className="py-1.5 pr-3 font-semibold">
                  What
                </th>
                <th scope="col" className="py-1.5 pr-3 text-right font-semibold">
                  How many
                </th>
                <th scope="col" className="py-1.5 text-right font-semibold">
                  The oldest for
                </th>
              </tr>
            </thead>
            <tbody>
              {waiting.map(({ kind, count, waitsMs }) => (
                <tr key={kind} className="border-t border-line">
                  <th scope="row" className="py-1.5 pr-3 font-normal">
                    {QUEUE_KINDS[kind].label}
                  </th>
                  <td className="py-1.5 pr-3 text-right tabular-nums">
                    {count >= 1000 ? '1,000 or more' : count}
                  </td>
                  <td className="py-1.5 text-right tabular-nums">
                    {waitsMs === null ? '–' : spanText(waitsMs)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
