import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { queueMail, withMailAgain } from '../../../src/data/notifications/mails.ts';
import type { Mail } from '../../../src/domain/notifications/mail.ts';
import { paths } from '../../../src/paths.ts';
import { openOutbox } from '../../../src/server/notifications/outbox.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openMailbox } from './mailbox.ts';

const SITE = 'http://127.0.0.1:4321';
const NOW = Date.UTC(2026, 10, 27, 12);
const TOKEN = 'q3JxkZm9vQ2w8Lr7';
const REFUSED = 'nobody@guildhall.test';

let backend: TestBackend;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  backend = await openTestBackend();
  mailbox = await openMailbox({ refuses: [REFUSED] });
});
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

function gift(mailKey: string, to: string): Mail {
  const url = SITE + paths.gift(TOKEN);
  return {
    kind: 'gift',
    ...{ mailKey, to, subject: 'A gift' },
    body: `Open your gift:\n${url}\n`,
    parts: [{ is: 'action', text: 'Open your gift:', label: 'Open', url }],
  };
}

const row = (mailKey: string) =>
  backend.pb
    .collection('mails')
    .getFirstListItem<RecordOf<'mails'>>(backend.pb.filter('mailKey = {:mailKey}', { mailKey }));
const again = (id: string) => withMailAgain(transaction(backend.pb), id, NOW).run();

it('a sent mail keeps no token, so that nobody who reads the database can take a gift', async () => {
  await queueMail(backend.pb, gift('sent', 'friend@guildhall.test'), NOW);
  await queueMail(backend.pb, gift('kept', REFUSED), NOW);
  const outbox = openOutbox({
    pb: backend.pb,
    smtp: {
      ...{ host: '127.0.0.1', port: mailbox.port, username: '', password: '' },
      ...{ tls: false, from: 'hall@guildhall.test' },
    },
    ...{ siteUrl: SITE, siteName: 'Guildhall', now: () => NOW, onError: () => undefined },
  });
  await outbox.wake();
  await outbox.close();
  const [arrived] = mailbox.mails;
  expect(arrived?.text).toContain(TOKEN);
  expect(arrived?.html).toContain(TOKEN);
  const sent = await row('sent');
  expect(sent.state).toBe('sent');
  expect(JSON.stringify([sent.body, sent.parts])).not.toContain(TOKEN);
  expect(sent.body).toContain('Open your gift:');
  expect(JSON.stringify(sent.parts)).toContain('"label":"Open"');
  // A link that leads nowhere is not sent again.
  await expect(again(sent.id)).rejects.toMatchObject({ code: 'cut' });
  // What did not arrive is still to be sent.
  const kept = await row('kept');
  expect(kept.state).toBe('waiting');
  expect(JSON.stringify([kept.body, kept.parts])).toContain(TOKEN);
});
