import { expect, it } from 'vitest';
import { openStartupServer } from '../../src/front/startup-server.ts';
import { busySender } from '../../src/server/http/busy.ts';

it('answers for a site that waits for its database, and frees the port', async () => {
  const refuse = busySender({}, 'The site is starting and waits for its database');
  const door = await openStartupServer(0, '127.0.0.1', refuse);
  const ask = (path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${door.port}${path}`, { headers: { accept } });
  const ready = await ask('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'not ready: the database does not answer']);
  const lives = await ask('/healthz');
  expect([lives.status, await lives.text()]).toEqual([200, 'starting']);
  const page = await ask('/product/a', 'text/html');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await page.text()).toContain('The site is starting and waits for its database.');
  const action = await ask('/_actions/sales.mine');
  expect(await action.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await door.close();
  const next = await openStartupServer(door.port, '127.0.0.1', refuse);
  await next.close();
});
