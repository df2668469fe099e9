import type { Instant } from '../../../../../domain/kernel/instant.ts';
import type { Message } from '../../../../../domain/messaging/message.ts';
import type { Outgoing } from '../../../../../domain/messaging/outgoing.ts';
import { dayOf } from '../../../../kernel/page/when.ts';
import type { MessageContent } from '../conversation.store.ts';

/** Messages per chunk. Chunks far out of sight are not rendered. */
export const CHUNK_SIZE = 50;
/** Messages of one side within this time are grouped under one time. In ms. */
const TOGETHER_MS = 5 * 60_000;

/** One line of a conversation, with its position in its group. */
export interface LogRow<Line> {
  entry: Line;
  /** Whether a day heading precedes it. */
  isNewDay: boolean;
  /** Whether it is the first and the last of its group. */
  isFirst: boolean;
  isLast: boolean;
}

export interface LogChunk<Line> {
  key: string;
  rows: readonly LogRow<Line>[];
}

interface AnyLine {
  id: string;
  at: Instant;
  /** The sender; null for lines that are never grouped, such as messages of the app. */
  from: string | null;
}

/** A line of a conversation: a stored message or an outgoing one. */
export interface LogEntry extends AnyLine {
  sent: Message | null;
  outgoing: Outgoing<MessageContent> | null;
}

/**
 * Groups lines, oldest first, into chunks. Chunks start where they did `before`, and unchanged chunks keep their identity,
 * so that adding lines above or below does not render them again.
 */
export function logChunks<Line extends AnyLine>(
  lines: readonly Line[],
  before: readonly LogChunk<Line>[] = [],
): LogChunk<Line>[] {
  const rows = lines.map((line, at): LogRow<Line> => {
    const isNewDay = !isSameDay(lines[at - 1], line);
    return {
      entry: line,
      isNewDay,
      isFirst: isNewDay || !isTogether(lines[at - 1], line),
      isLast: !isTogether(line, lines[at + 1]) || !isSameDay(line, lines[at + 1]),
    };
  });
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  return split(rows, new Set(known.keys())).map((part) => {
    const key = part[0]?.entry.id ?? '';
    const old = known.get(key);
    return old && isSame(old.rows, part) ? old : { key, rows: part };
  });
}

/** Splits at the known starts, and where a chunk would grow too long. */
function split<Line extends AnyLine>(rows: readonly LogRow<Line>[], starts: Set<string>): LogRow<Line>[][] {
  const parts: LogRow<Line>[][] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (!last || starts.has(row.entry.id) || last.length >= CHUNK_SIZE) parts.push([row]);
    else last.push(row);
  }
  return parts;
}

function isTogether(a: AnyLine | undefined, b: AnyLine | undefined): boolean {
  return !!a && !!b && a.from !== null && a.from === b.from && b.at - a.at < TOGETHER_MS;
}

function isSameDay(a: AnyLine | undefined, b: AnyLine | undefined): boolean {
  return !!a && !!b && dayOf(a.at) === dayOf(b.at);
}

function isSame<Line>(a: readonly LogRow<Line>[], b: readonly LogRow<Line>[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, at) => {
      const other = b[at];
      return (
        other !== undefined &&
        row.entry === other.entry &&
        row.isNewDay === other.isNewDay &&
        row.isFirst === other.isFirst &&
        row.isLast === other.isLast
      );
    })
  );
}
