import { join, relative } from 'node:path';
import { BadSetting } from '../server/app/settings.ts';
import { FolderInUse } from './folder-lock.ts';
import { PortTaken } from './ports.ts';
import type { Stack } from './stack.ts';

/** Lines for the person at the terminal: the addresses of a running stack, and who can sign in. */
export function announcement(stack: Stack): string[] {
  const secret = relative(process.cwd(), join(stack.dataDir, 'service.json'));
  return [
    '',
    `  Site       ${stack.siteUrl}`,
    `  Database   ${stack.pocketbaseUrl}/_/ (${stack.service.email}, the password is in ${secret})`,
    ...stack.notices,
    '',
    '  Ctrl-C stops it.',
    '',
  ];
}

/** An error at the start as one sentence, or with all that is known where there is none. */
export function sentenceOf(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  if ('code' in reason && reason.code === 'ENOSPC')
    return 'The disk is full; free some space and start again.';
  if ('code' in reason && (reason.code === 'EACCES' || reason.code === 'EROFS'))
    return `This folder may not be written (${reason.message}).`;
  if (reason instanceof BadSetting || reason instanceof PortTaken || reason instanceof FolderInUse)
    return reason.message;
  return reason.message || String(reason.stack);
}
