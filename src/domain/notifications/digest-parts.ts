import { NOTIFICATION_KINDS, type NotificationKind } from './notification.ts';

/** One line of a digest. */
export interface DigestLine {
  kind: NotificationKind;
  title: string;
  path: string;
}

/** Lines of one kind that a digest lists; the others are only counted. */
export const DIGEST_LINES = 12;

/** A digest's lines by kind, in the order of the settings; `more` is the number that is only counted. */
export function digestParts<Line extends DigestLine>(
  lines: readonly Line[],
): { kind: NotificationKind; lines: Line[]; more: number }[] {
  return NOTIFICATION_KINDS.flatMap((kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, lines: ofKind.slice(0, DIGEST_LINES), more: Math.max(0, ofKind.length - DIGEST_LINES) }];
  });
}
