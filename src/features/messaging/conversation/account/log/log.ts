import type { Instant } from '../../../../../domain/kernel/instant.ts';
import type { Message } from '../../../../../domain/messaging/message.ts';
import type { Outgoing } from '../../../../../domain/messaging/outgoing.ts';
import { dayOf } from '../../../../kernel/page/when.ts';
import type { MessageContent } from '../conversation.store.ts';

/** As many messages are laid out together; those out of sight are not drawn at all. */
export const CHUNK_SIZE = 50;
/** What one person says within this time stands together, under one time. In ms. */
const TOGETHER_MS = 5 * 60_000;

/** One line of a conversation, with what its neighbours make of it. */
export interface LogRow<Line> {
  entry: Line;
  /** The head of a new day stands above it. */
  isNewDay: boolean;
  /** The first and the last of what one person said in one go. */
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
  /** Who speaks; null for what stands by itself, such as a word of the house. */
  from: string | null;
}

/** A line of a conversation: sent by the server, or on its way. */
export interface LogEntry extends AnyLine {
  sent: Message | null;
  outgoing: Outgoing<MessageContent> | null;
}

/**
 * Lines, oldest first, in stretches. Where one began `before`, one begins again, and one that is as it was is the very
 * same, so that older lines put above it or newer ones below do not draw it anew.
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
  const known = new Map(before.map((stretch) => [stretch.key, stretch]));
  return cut(rows, new Set(known.keys())).map((part) => {
    const key = part[0]?.entry.id ?? '';
    const old = known.get(key);
    return old && isSame(old.rows, part) ? old : { key, rows: part };
  });
}

/** Cuts where it was cut before, and where a stretch would grow too long. */
function cut<Line extends AnyLine>(rows: readonly LogRow<Line>[], starts: Set<string>): LogRow<Line>[][] {
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
