import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient } from '../../data/kernel/client.ts';
import { paths } from '../../paths.ts';
import type { DevStack } from '../stack.ts';
import { newPerson } from './good-people.ts';

const LOOK_EVERY_MS = 20;

/** How long it takes until each site shows a new price that was written past the sites: for each change and site, in ms. */
export async function timePriceChanges(
  stack: DevStack,
  urls: readonly string[],
  product: string,
  times: number,
): Promise<number[]> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const waits: number[] = [];
  for (let at = 0; at < times; at++) {
    const priceCents = 1000 + at;
    const shown = (priceCents / 100).toFixed(2);
    await pb.collection('products').update(product, { priceCents, sale: null });
    waits.push(
      ...(await seenAt(urls, async (url) => (await textOf(url + paths.product(product))).includes(shown))),
    );
  }
  return waits;
}

/** How long it takes until each site refuses somebody who was suspended in the database: for each and site, in ms. */
export async function suspensions(
  stack: DevStack,
  urls: readonly string[],
  times: number,
): Promise<number[]> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const waits: number[] = [];
  for (let at = 0; at < times; at++) {
    const { id, cookie } = await newPerson(stack, pb, `suspended-${at}`);
    const statusAt = async (url: string) =>
      (await fetch(url + paths.uploads(), { headers: { cookie, 'x-forwarded-for': '10.78.0.2' } })).status;
    for (const url of urls)
      if ((await statusAt(url)) !== 403) throw new Error('Somebody without a store was not recognised.');
    await pb.collection('users').update(id, { suspended: true });
    waits.push(...(await seenAt(urls, async (url) => (await statusAt(url)) === 401)));
  }
  return waits;
}

/** For each site the ms until it shows something. */
function seenAt(urls: readonly string[], isSeen: (url: string) => Promise<boolean>): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    urls.map(async (url) => {
      while (!(await isSeen(url))) await pause(LOOK_EVERY_MS);
      return performance.now() - began;
    }),
  );
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url, { headers: { accept: 'text/html', 'x-forwarded-for': '10.78.0.1' } })).text();
}
