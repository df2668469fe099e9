import { serviceClient } from '../../../data/kernel/client.ts';
import type { DevStack } from '../../stack.ts';
import { figure, figureAt, terminalTable } from '../figures.ts';
import type { Subjects } from './subjects.ts';

const CHECKOUTS = 100;
const SEARCHES_A_SECOND = 20;
const WORDS = ['dragon', 'knight', 'tower', 'goblin', 'wizard', 'ruin'];

/** Checkouts of a member at the store with the most sales, alone and beside searches that no cache knows. */
export async function benchCheckoutBeside(stack: DevStack, subjects: Subjects): Promise<void> {
  const { siteUrl } = stack;
  if (!stack.payments) return console.log('Checkouts are not measured: they need the payment stand-in.\n');
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const of = { store: subjects.storeId };
  const goods = await pb.collection('products').getList<{ id: string }>(1, 2 * CHECKOUTS, {
    filter: pb.filter("store = {:store} && state = 'published' && free = false", of),
    sort: 'popularity,id',
    fields: 'id',
    skipTotal: true,
  });
  const ids = goods.items.map(({ id }) => id);
  const ask = async (action: string, input: unknown): Promise<Response> =>
    fetch(`${siteUrl}/_actions/${action}`, {
      method: 'POST',
      headers: { cookie: subjects.cookies.member, 'content-type': 'application/json', origin: siteUrl },
      body: JSON.stringify(input),
    });
  const failures = new Set<string>();
  const checkOut = async (product: string): Promise<number> => {
    const cart = { productIds: [product], codes: [] };
    const began = performance.now();
    const quoted = await ask('checkout.quote', { ...cart, gift: false });
    const shownCents = Number(/"totalCents":(\d+),|"totalCents",/.exec(await quoted.text())?.[1] ?? -1);
    const answer = await ask('checkout.checkOut', {
      ...cart,
      gift: null,
      shownCents: Math.max(0, shownCents),
    });
    const text = await answer.text();
    if (!answer.ok) failures.add(`${answer.status} ${text.slice(0, 200)}`);
    return performance.now() - began;
  };
  const times = async (products: readonly string[]): Promise<number[]> => {
    const taken: number[] = [];
    for (const product of products) taken.push(await checkOut(product));
    return taken;
  };
  const alone = await times(ids.slice(0, CHECKOUTS));
  const searches = startSearches(siteUrl);
  const beside = await times(ids.slice(CHECKOUTS, 2 * CHECKOUTS));
  const searched = await searches.stop();
  const row = (name: string, list: readonly number[]) => [
    ...[name, figure(list.length), figure(figureAt(list, 0.5)), figure(figureAt(list, 0.99))],
    figure(Math.max(...list)),
  ];
  console.log(
    `Checkouts in the grown world: quote and payment page; searches: ${SEARCHES_A_SECOND} a second, each new`,
  );
  console.log(
    terminalTable(
      ['in ms', 'number', 'p50', 'p99', 'at most'],
      [
        row('checkouts alone', alone),
        row('checkouts beside searches', beside),
        row('the searches', searched),
      ],
    ),
  );
  for (const failure of failures) console.log(`A checkout failed: ${failure}`);
  console.log('');
}

/** Searches at a steady pace until they are stopped; their times in ms. */
function startSearches(origin: string): { stop(): Promise<number[]> } {
  const taken: number[] = [];
  const running: Promise<void>[] = [];
  let at = 0;
  const timer = setInterval(() => {
    const word = WORDS[at % WORDS.length] as string;
    const began = performance.now();
    running.push(
      fetch(`${origin}/search?query=${word}+n${at++}`)
        .then((answer) => answer.arrayBuffer())
        .then(() => void taken.push(performance.now() - began)),
    );
  }, 1000 / SEARCHES_A_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return taken;
    },
  };
}
