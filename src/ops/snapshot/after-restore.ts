import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serviceClient } from '../../data/kernel/client.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { UnmatchedPayment } from '../../domain/payments/unmatched-payment.ts';
import { findPocketBase } from '../../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../../pocketbase/tools/build.ts';
import { preparePocketBase, type ServeOptions, servePocketBase } from '../../pocketbase/tools/serve.ts';
import { settingsKeyOf } from '../../pocketbase/tools/settings-key.ts';
import { openPayments } from '../../server/adapters/stripe/payments.ts';
import { catchUp } from '../../server/app/catch-up.ts';
import type { Settings } from '../../server/app/settings.ts';
import { nameAtDesk } from '../../server/app/site-settings.ts';
import { orderSeal } from '../../server/kernel/commerce-context.ts';
import { type AuditFinding, auditBooks, readerOf } from '../audit/books.ts';
import { freePort } from '../ports.ts';
import { localServiceAccount } from '../service-account.ts';
import { delayDeletions } from './restored-tombstones.ts';

/** What follows a restore, before the site is started. */

type Prepared = Omit<ServeOptions, 'port'>;

async function backendOf(settings: Settings, progress: (line: string) => void): Promise<Prepared> {
  const { dataDir, production, pocketbase } = settings;
  const [binary, built] = await Promise.all([
    findPocketBase({ production, chosen: pocketbase.binary, keepIn: join(dataDir, 'bin'), progress }),
    buildPocketBase(join(dataDir, 'built')),
  ]);
  const { email, password } = pocketbase;
  const service = password === '' ? localServiceAccount(dataDir) : { email, password };
  const sealed = production ? { settingsKey: settingsKeyOf(service.password) } : {};
  return { binary, ...built, dataDir: join(dataDir, 'data'), service, ...sealed };
}

/** Brings the restored database to this version's schema, with this machine's service account. */
export async function prepareRestored(settings: Settings, progress: (line: string) => void): Promise<void> {
  await preparePocketBase(await backendOf(settings, progress));
  delayDeletions(settings.dataDir, Date.now());
}

/** The broken promises of the restored database, while nobody serves it. */
export async function auditRestored(dataDir: string): Promise<AuditFinding[]> {
  const database = new DatabaseSync(join(dataDir, 'data', 'data.db'), { readOnly: true });
  try {
    return await auditBooks(readerOf(database));
  } finally {
    database.close();
  }
}

/** Serves the restored database for itself alone and reconciles it with the payment provider. */
export async function catchUpRestored(
  settings: Settings,
  since: Instant,
  progress: (line: string) => void,
): Promise<UnmatchedPayment[]> {
  const prepared = await backendOf(settings, progress);
  const served = await servePocketBase({ ...prepared, port: await freePort() });
  try {
    progress('asking the payment provider what happened since');
    const { siteUrl, operator } = settings;
    const pb = serviceClient({ url: served.url, ...prepared.service });
    return await catchUp(
      {
        pb,
        payments: openPayments(settings.payments),
        siteUrl,
        siteName: await nameAtDesk(pb, settings),
        operator,
        orderSeal: orderSeal(prepared.service.password),
        now: Date.now,
        mailQueued: () => undefined,
        onError: (reason) => progress(`not settled yet: ${String(reason)}`),
      },
      since,
    );
  } finally {
    await served.stop();
  }
}
