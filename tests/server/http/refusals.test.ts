import { afterEach, expect, it } from 'vitest';
import type { Admission } from '../../../src/front/load-shedding/admission.ts';
import type { Rendered } from '../../../src/front/ready-page.ts';
import { type BareFront, openBareFront, requestText } from './bare-front.ts';

let front: BareFront | null = null;
afterEach(async () => {
  await front?.close();
  front = null;
});

/** A front whose admission has no room while `full` is set, and the pages that it rendered. */
async function crowded(render: (path: string) => Promise<Rendered>) {
  const seen = { full: true, rendered: [] as string[], asked: [] as string[] };
  const admission: Admission = {
    run: async (_urgency, work) => work(),
    refuses: (urgency) => {
      seen.asked.push(urgency);
      return seen.full ? 2 : null;
    },
    crowded: () => seen.full,
  };
  front = await openBareFront({
    admission,
    render: (path) => {
      seen.rendered.push(path);
      return render(path);
    },
  });
  return seen;
}

const page = async (): Promise<Rendered> => ({
  status: 200,
  headers: { 'content-type': 'text/html', 'cdn-cache-control': 'max-age=60' },
  body: Buffer.from('<p>golem</p>'),
});

/** Asks on a connection of its own. */
async function ask(path: string, until: string): Promise<string> {
  const line = (front as BareFront).connect();
  line.send(requestText('GET', path, ['Accept: text/html']));
  const heard = await line.until(until);
  line.socket.destroy();
  return heard;
}

it('a page that is refused is not rendered', async () => {
  const seen = await crowded(page);
  const heard = await ask('/search?query=golem', '</html>');
  expect(heard).toMatch(/^HTTP\/1\.1 503 /);
  expect(heard).toMatch(/^retry-after: 2\r$/im);
  expect(heard).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(heard.match(/^content-security-policy: /gim)).toHaveLength(1);
  expect(heard).toContain("style-src 'sha256-");
  expect(heard).toContain('One moment, please');
  expect(seen.rendered).toEqual([]);
});

it('a page that the cache holds is sent in a crowd, too', async () => {
  const seen = await crowded(page);
  seen.full = false;
  await ask('/search?query=golem', 'golem</p>');
  seen.full = true;
  const heard = await ask('/search?query=golem', '</p>');
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(seen.rendered).toEqual(['/search?query=golem']);
});

it('a page that somebody waits for already is shared and not refused', async () => {
  let finish: (rendered: Rendered) => void = () => undefined;
  const seen = await crowded(() => new Promise((resolve) => (finish = resolve)));
  seen.full = false;
  const first = ask('/search?query=golem', '</p>');
  await expect.poll(() => seen.rendered.length).toBe(1);
  seen.full = true;
  const line = (front as BareFront).connect();
  // Answered in order: once the first of these has come, the second waits for the page.
  line.send(requestText('GET', '/healthz') + requestText('GET', '/search?query=golem'));
  await line.until('ok');
  finish(await page());
  expect(await first).toContain('golem');
  expect(await line.until('golem</p>')).not.toContain('503');
  line.socket.destroy();
  expect(seen.rendered).toHaveLength(1);
});

it('who reads for a program is refused by its own room', async () => {
  const seen = await crowded(page);
  expect(await ask('/feeds/new.xml', '</html>')).toMatch(/^HTTP\/1\.1 503 /);
  expect(seen.asked).toEqual(['background']);
});
