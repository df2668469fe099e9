import { Link } from 'wouter';
import type { Subject } from '../../../../../domain/messaging/message.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';
import { paths } from '../../../../../paths.ts';
import { Icon } from '../../../../../ui/Icon.tsx';

/** The product or order that the messages below are about. */
export function SubjectLine({ subject, side }: { subject: Subject; side: Side }) {
  const look =
    'flex min-h-11 max-w-full items-center gap-2.5 rounded-card border border-line bg-card py-1.5 pr-4 pl-3 text-sm hover:border-verdigris';
  const inside = (
    <>
      <span className="flex-none text-verdigris">
        <Icon name={subject.kind === 'product' ? 'box' : 'file'} size={18} />
      </span>
      <span className="min-w-0 leading-tight">
        <span className="block text-ink-3">About {subject.kind === 'product' ? '' : 'order'}</span>
        <span className="block truncate font-semibold text-ink">{subject.name}</span>
      </span>
    </>
  );
  return (
    <div className="mt-5 flex justify-center">
      {subject.kind === 'product' ? (
        <a className={look} href={paths.product(subject.id)}>
          {inside}
        </a>
      ) : side === 'buyer' ? (
        <Link className={look} href={`/payments/${encodeURIComponent(subject.id)}`}>
          {inside}
        </Link>
      ) : (
        <span className={look}>{inside}</span>
      )}
    </div>
  );
}
