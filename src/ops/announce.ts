import { join, relative } from 'node:path';
import { BadSetting } from '../server/settings.ts';
import { FolderInUse } from './folder-lock.ts';
import { PortTaken } from './ports.ts';
import type { House } from './stack.ts';

/** What a person wants to know about an open house: its addresses, and who can sign in. */
export function announcement(house: House): string[] {
  const secret = relative(process.cwd(), join(house.dataDir, 'service.json'));
  return [
    '',
    `  The hall   ${house.siteUrl}`,
    ...(house.mail ? [`  Its mail   ${house.mail.url}`] : []),
    ...(house.payments
      ? [
          `  Its till   ${house.payments.url} (stands in for the payment provider; pay with 4242 4242 4242 4242)`,
        ]
      : []),
    `  Its data   ${house.pocketbaseUrl}/_/ (${house.service.email}, the password is in ${secret})`,
    ...(house.logins.length > 0
      ? ['', '  The demo people:', ...house.logins.map((line) => `    ${line}`)]
      : []),
    '',
    '  Ctrl-C closes it.',
    '',
  ];
}

/** What went wrong at the start, in one sentence where we have one, else with all that is known. */
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
