import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { stopAddressedMails, stoppableMail } from '../../../src/data/notifications/addressed-mails.ts';
import { ADDRESSED_LIMITS } from '../../../src/domain/notifications/addressed-mail.ts';
import { cancelPendingOrder, checkOut } from '../../../src/server/commerce/checkout.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let free = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  free = await commerce.product(await commerce.store('ash'), 0);
});
afterAll(() => commerce.close());

const person = () => commerce.person(`giver-${++people}`);
const words = 'Win a prize: https://evil.example';

const give = (giver: { id: string; email: string }, email: string, client: string | null = null, more = '') =>
  checkOut(
    commerce,
    giver,
    { productIds: [free], codes: [], gift: { email, message: `${words}${more}` }, shownCents: 0 },
    client,
  );
const mailsTo = async (email: string) =>
  commerce.pb
    .collection('mails')
    .getFullList({ filter: commerce.pb.filter("to = {:email} && kind = 'gift'", { email }) });
const giftsOf = async ({ id }: { id: string }) =>
  commerce.pb.collection('orders').getFullList({ filter: commerce.pb.filter('buyer = {:id}', { id }) });

it('a gift that is not paid does not count', async () => {
  const giver = await person();
  const product = await commerce.product(await commerce.store('elm'), 900);
  const cart = (message: string) => ({
    productIds: [product],
    codes: [],
    gift: { email: 'finn@elsewhere.test', message },
    shownCents: 900,
  });
  const first = await checkOut(commerce, giver, cart('one'));
  if (first.kind !== 'pay') throw new Error(JSON.stringify(first));
  const row = () =>
    commerce.pb.collection('addressed_mails').getFullList({ filter: `sender = '${giver.id}'` });
  expect(await row()).toHaveLength(1);
  const stored = await storedOrder(commerce.pb, first.orderId);
  if (stored) await cancelPendingOrder(commerce, stored);
  expect(await row()).toHaveLength(0);
});

describe('free gifts with words of the giver', () => {
  it('are not sent by an account that never confirmed its address', async () => {
    const giver = await person();
    await transaction(commerce.pb)
      .exec(sql`UPDATE users SET verified = FALSE WHERE id = {:id}`, { id: giver.id })
      .run();
    expect(await give(giver, 'victim@elsewhere.test')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Confirm your e-mail address first'),
    });
    expect(await mailsTo('victim@elsewhere.test')).toEqual([]);
    expect(await giftsOf(giver)).toEqual([]);
  });

  it('go from one giver to one address up to a limit, however the address is written', async () => {
    const giver = await person();
    const spellings = ['vera.quill@gmail.com', 'Vera.Quill+a@gmail.com', 'veraquill+b@googlemail.com'];
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, (_, at) => give(giver, spellings[at % 3] ?? '', null, ` ${at}`)),
    );
    const sent = outcomes.filter(({ kind }) => kind === 'done');
    expect(sent).toHaveLength(ADDRESSED_LIMITS['free-gift'].pair);
    expect(outcomes).toContainEqual({
      kind: 'refused',
      sentence: 'You have sent this address many free gifts today. Try again tomorrow.',
    });
    expect(await giftsOf(giver)).toHaveLength(sent.length);
    commerce.later(25 * 3_600_000);
    expect((await give(giver, 'vera.quill@gmail.com')).kind).toBe('done');
    commerce.later(-25 * 3_600_000);
  });

  it('go to one address from many accounts up to a limit, also at once', async () => {
    const givers = await Promise.all(Array.from({ length: 9 }, person));
    const outcomes = await Promise.all(givers.map((giver) => give(giver, 'tom@elsewhere.test')));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(
      ADDRESSED_LIMITS['free-gift'].recipient,
    );
    expect(await mailsTo('tom@elsewhere.test')).toHaveLength(ADDRESSED_LIMITS['free-gift'].recipient);
  });

  it('go to no more addresses than a limit from one giver, and from one network', async () => {
    const giver = await person();
    const most = ADDRESSED_LIMITS['free-gift'];
    for (let at = 0; at < most.sender; at++)
      expect((await give(giver, `friend-${at}@elsewhere.test`)).kind).toBe('done');
    expect(await give(giver, 'one-more@elsewhere.test')).toMatchObject({
      sentence: 'You have sent many free gifts today. Try again tomorrow.',
    });
    const givers = await Promise.all(Array.from({ length: 5 }, person));
    const outcomes = await Promise.all(
      Array.from({ length: most.network + 5 }, (_, at) =>
        give(givers[at % 5] ?? giver, `net-${at}@elsewhere.test`, '203.0.113.7'),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(most.network);
    expect((await give(await person(), 'other-net@elsewhere.test', '203.0.113.8')).kind).toBe('done');
  });

  it('can be stopped by their recipient, from one giver or from all', async () => {
    const [giver, other] = [await person(), await person()];
    await give(giver, 'ines@elsewhere.test');
    const [mail] = await mailsTo('ines@elsewhere.test');
    const stoppable = await stoppableMail(commerce.pb, mail?.id ?? '');
    if (!stoppable) throw new Error('this mail cannot be stopped');
    expect(stoppable.sender).toEqual({ id: giver.id, name: expect.stringMatching(/^giver-/) });
    await stopAddressedMails(commerce.pb, stoppable, 'sender', commerce.now());
    const refused = {
      kind: 'refused',
      sentence: 'The owner of this address does not want mails about free gifts. Nothing was sent.',
    };
    expect(await give(giver, 'Ines+again@elsewhere.test')).toEqual(refused);
    expect((await give(other, 'ines@elsewhere.test')).kind).toBe('done');
    await stopAddressedMails(commerce.pb, stoppable, 'all', commerce.now());
    expect(await give(other, 'ines@elsewhere.test', null, 'again')).toEqual(refused);
    await stopAddressedMails(commerce.pb, stoppable, 'none', commerce.now());
    expect((await give(giver, 'ines@elsewhere.test', null, 'again')).kind).toBe('done');
  });
});
