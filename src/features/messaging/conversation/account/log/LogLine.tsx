import { isReportable } from '../../../../../domain/messaging/conversation.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';
import { paths } from '../../../../../paths.ts';
import { Icon } from '../../../../../ui/Icon.tsx';
import { PartyPicture } from '../PartyPicture.tsx';
import type { LogEntry, LogRow } from './log.ts';
import { MessageBubble, type MessageProgress } from './MessageBubble.tsx';
import { RefundCard } from './RefundCard.tsx';
import { refundLine } from './refund-labels.ts';
import { SubjectLine } from './SubjectLine.tsx';

/** Properties shared by all lines of a log. */
export interface LineContext {
  conversationId: string;
  /** The reader's. */
  side: Side;
  /** The other side's name and picture. */
  name: string;
  picture: string | null;
  /** How far the other side has read. */
  readTo: number;
  /** The number of the first message that was unread when the page was opened; null where none was. */
  newFrom: number | null;
  onChanged: () => void;
  onAgain: (key: string) => void;
  onDiscard: (key: string) => void;
}

/** One line of a conversation: a message, a refund request, or a message of the app. */
export function LogLine({ row, ...context }: { row: LogRow<LogEntry> } & LineContext) {
  const { sent } = row.entry;
  return (
    <>
      {sent && sent.number === context.newFrom && (
        <p className="mt-5 flex items-center gap-3 text-sm font-semibold text-verdigris before:h-px before:flex-1 before:bg-verdigris after:h-px after:flex-1 after:bg-verdigris">
          New
        </p>
      )}
      {sent?.subject && <SubjectLine subject={sent.subject} side={context.side} />}
      <Content row={row} {...context} />
    </>
  );
}

function Content({ row, ...context }: { row: LogRow<LogEntry> } & LineContext) {
  const { entry, isFirst, isLast } = row;
  const { sent, outgoing } = entry;
  const { side, name, picture } = context;
  const isMine = outgoing !== null || sent?.by === side;
  const notice = sent ? refundLine(sent, side, name) : null;
  if (sent && sent.kind === 'refund-asked' && sent.refund)
    return (
      <RefundCard
        request={sent.refund}
        side={side}
        name={name}
        text={sent.text}
        isMine={isMine}
        onChanged={context.onChanged}
      />
    );
  const hasContent = sent?.text !== '' || sent.attachments.length > 0;
  return (
    <>
      {notice !== null && (
        <p className="mx-auto mt-4 max-w-md text-center text-sm text-balance text-ink-2">{notice}</p>
      )}
      {hasContent && (
        <MessageBubble
          line={entry}
          isMine={isMine}
          isFirst={isFirst}
          isLast={isLast}
          progress={isMine ? progressOf(entry, context.readTo) : null}
          name={name}
          face={<PartyPicture name={name} picture={picture} isStore={side === 'buyer'} size={32} />}
          menu={sent && isReportable(sent, side) ? <ReportLink messageId={sent.id} /> : null}
        />
      )}
      {outgoing?.state === 'failed' && (
        <p className="mt-1 text-right text-sm text-wax" role="alert">
          {outgoing.refusal}{' '}
          <button type="button" className="link min-h-11" onClick={() => context.onAgain(outgoing.key)}>
            Send again
          </button>{' '}
          <button
            type="button"
            className="link min-h-11 text-ink-2"
            onClick={() => context.onDiscard(outgoing.key)}
          >
            Discard
          </button>
        </p>
      )}
    </>
  );
}

function progressOf({ sent, outgoing }: LogEntry, readTo: number): MessageProgress {
  if (sent) return sent.number <= readTo ? 'seen' : 'sent';
  return outgoing?.state === 'failed' ? 'failed' : 'waiting';
}

function ReportLink({ messageId }: { messageId: string }) {
  return (
    <a
      className="icon-btn size-8 text-ink-3 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-80"
      href={paths.report('message', messageId)}
      title="Report this message"
    >
      <Icon name="flag" size={16} />
      <span className="sr-only">Report this message</span>
    </a>
  );
}
