import { QUEUE_KINDS, type QueueEntry, type QueueKind } from '../../../../domain/desk/queue.ts';
import { paths } from '../../../../paths.ts';

const WHAT_TO_DO: Partial<Record<QueueKind, string>> = {
  product: 'A new seller published it. Look at it, then let it be shown or send it back.',
  dispute:
    'The buyer’s bank asks for the money back. Open the order and hand in evidence before the deadline.',
  memberDispute:
    'The member’s bank asks for the money of a month back. Answer at the payment provider before its deadline.',
  fraud: 'The bank reports this payment as fraud. To refund it first saves the fee of a dispute.',
  withdrawals:
    'They withdrew from several contracts and got money back. Look at what they bought, downloaded and reviewed before you decide anything.',
  memberFraud:
    'The bank reports this payment of a membership as fraud. To refund it first, at the payment provider, saves the fee of a dispute.',
};

const PAGE_OF: Partial<Record<QueueKind, string>> = {
  product: 'products',
  dispute: 'orders',
  fraud: 'orders',
  withdrawals: 'people',
};

/** Where an entry is worked on; null where that is at the payment provider. */
export function addressOfEntry({ kind, id }: QueueEntry): string | null {
  const page = PAGE_OF[kind];
  return page === undefined ? null : paths.operatorDesk(page, id);
}

/** What is worked on elsewhere. */
export function OtherPane({ entry }: { entry: QueueEntry }) {
  const address = addressOfEntry(entry);
  return (
    <section className="card grid gap-3 p-5" aria-label={QUEUE_KINDS[entry.kind].label}>
      <h2 className="text-2xl wrap-anywhere">{entry.title}</h2>
      <p className="text-ink-2 wrap-anywhere">
        {QUEUE_KINDS[entry.kind].label}
        {entry.detail !== '' && `: ${entry.detail}`}
      </p>
      <p>{WHAT_TO_DO[entry.kind]}</p>
      {address !== null && (
        <a className="btn justify-self-start" href={address}>
          Open
        </a>
      )}
    </section>
  );
}
