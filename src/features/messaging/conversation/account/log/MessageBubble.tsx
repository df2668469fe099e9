import type { ReactNode } from 'react';
import { Icon } from '../../../../../ui/Icon.tsx';
import { timeText } from '../../../../kernel/page/when.ts';
import { AttachmentList } from './AttachmentList.tsx';
import type { LogEntry } from './log.ts';

/** The delivery state of the reader's own message. */
export type MessageProgress = 'waiting' | 'sent' | 'seen' | 'failed';

/** A message: the reader's own on the right, the other side's on the left. */
export function MessageBubble({
  line: { sent, outgoing, at },
  isMine,
  isFirst,
  isLast,
  progress,
  name,
  face,
  menu,
}: {
  line: LogEntry;
  isMine: boolean;
  isFirst: boolean;
  isLast: boolean;
  progress: MessageProgress | null;
  /** The sender, for screen readers. */
  name: string;
  face: ReactNode;
  menu: ReactNode;
}) {
  const attachments = sent?.attachments ?? outgoing?.content.attachments ?? [];
  const text = sent?.text ?? outgoing?.content.text ?? '';
  const corner = isMine ? (isLast ? 'rounded-br-md' : '') : isLast ? 'rounded-bl-md' : '';
  const paint =
    progress === 'failed'
      ? 'border-wax bg-card'
      : isMine
        ? 'border-transparent bg-[color-mix(in_srgb,var(--verdigris)_16%,var(--card))]'
        : 'border-line bg-paper-2';
  return (
    <div
      className={`flex items-end gap-2 ${isMine ? 'justify-end pl-10' : 'pr-6'} ${isFirst ? 'mt-4' : 'mt-1'}`}
    >
      {!isMine && <span className="w-8 flex-none">{isLast && face}</span>}
      <div className={`group flex min-w-0 max-w-[34rem] flex-col ${isMine ? 'items-end' : 'items-start'}`}>
        {isFirst && <span className="sr-only">{isMine ? 'You' : name}: </span>}
        <div className={`flex max-w-full items-center gap-1 ${isMine ? 'flex-row-reverse' : ''}`}>
          <div className={`min-w-0 overflow-hidden rounded-[1.125rem] border ${corner} ${paint}`}>
            <AttachmentList attachments={attachments} />
            {text !== '' && (
              <p className="px-3.5 py-2 leading-snug whitespace-pre-wrap wrap-anywhere">{text}</p>
            )}
          </div>
          {menu}
        </div>
        {(isLast || progress === 'waiting' || progress === 'failed') && (
          <p className="mt-1 flex items-center gap-1 px-1 text-xs text-ink-3">
            <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
            {progress && <ProgressMark progress={progress} />}
          </p>
        )}
      </div>
    </div>
  );
}

const MARKS = {
  waiting: ['clock', 'Waiting to be sent', ''],
  sent: ['check', 'Sent', ''],
  seen: ['checks', 'Seen', 'text-verdigris'],
  failed: ['alert', 'Not sent', 'text-wax'],
} as const;

function ProgressMark({ progress }: { progress: MessageProgress }) {
  const [icon, label, paint] = MARKS[progress];
  return (
    <span className={paint}>
      <Icon name={icon} size={15} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
