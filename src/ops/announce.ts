import { join, relative } from 'node:path';
import { BadSetting } from '../server/app/settings.ts';
import { FolderInUse } from './folder-lock.ts';
import { PortTaken } from './ports.ts';
import type { Stack } from './stack.ts';

/** Lines for the terminal: the addresses of a running stack, and its accounts. */
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

/** Lines for the terminal of a backend without a site: what sites, here and on other machines, are told. */
export function backendAnnouncement(stack: Stack): string[] {
  const secret = relative(process.cwd(), join(stack.dataDir, 'service.json'));
  const named = ['SMTP_HOST', 'SMTP_PORT', 'STRIPE_API_URL', 'CLOCK_FILE'];
  return [
    '',
    `  Database   ${stack.pocketbaseUrl}/_/ (${stack.service.email}, the password is in ${secret})`,
    ...(stack.gateUrl ? [`  Machines   ${stack.gateUrl}, for who has POCKETBASE_SECRET`] : []),
    ...stack.notices,
    '',
    '  A site is told:',
    `    POCKETBASE_URL=${stack.gateUrl ?? stack.pocketbaseUrl}`,
    ...named.filter((name) => stack.env[name]).map((name) => `    ${name}=${stack.env[name]}`),
    '  and is started by npm run site, each on a PORT of its own.',
    '',
    '  Ctrl-C stops it.',
    '',
  ];
}

/** A startup error as one sentence; unknown errors with their message or stack. */
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
