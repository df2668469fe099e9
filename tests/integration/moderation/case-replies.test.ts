import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseFile } from '../../../src/data/desk/case-file.ts';
import { casesAgainst } from '../../../src/data/moderation/cases.ts';
import { reportOfStranger } from '../../../src/data/moderation/reports.ts';
import {
  objectToDecision,
  replyToCase,
  sendCounterNotice,
} from '../../../src/server/moderation/case-replies.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

it('a case takes one answer and one objection, and is not found by other people', async () => {
  const { pb, now } = commerce;
  const store = await commerce.store('accused');
  const accused = (await pb.collection('stores').getOne(store))['owner'];
  const product = await commerce.product(store, 500);
  const { id: stranger } = await commerce.person('stranger');
  const claim = {
    kind: 'copyright',
    product,
    reporter: 'maker@guildhall.test',
    claim: 'Mine.',
    state: 'open',
  };
  const { id } = await pb.collection('cases').create(claim);

  expect(await replyToCase(pb, stranger, id, 'No.', now())).toBe('not-found');
  expect(await objectToDecision(pb, accused, id, 'Look again.', now())).toMatchObject({
    sentence: expect.stringContaining('no longer possible to object'),
  });
  expect(await replyToCase(pb, accused, id, 'I drew it first.', now())).toBeNull();
  expect(await replyToCase(pb, accused, id, 'Once more.', now())).toEqual({
    sentence: 'This case can no longer be answered; reload the page.',
  });

  await pb.collection('cases').update(id, { state: 'upheld', decision: 'We compared both.' });
  expect(await objectToDecision(pb, stranger, id, 'Look again.', now())).toBe('not-found');
  expect(await objectToDecision(pb, accused, id, 'Look again.', now())).toBeNull();
  expect(await objectToDecision(pb, accused, id, 'And again.', now())).toEqual({
    sentence: 'It is no longer possible to object to this decision; reload the page.',
  });
});

it('a counter-notice to a claim of copyright is the objection, with name and dates', async () => {
  const { pb, now } = commerce;
  const store = await commerce.store('countering');
  const accused: string = (await pb.collection('stores').getOne(store))['owner'];
  const product = await commerce.product(store, 500);
  const { id: stranger } = await commerce.person('passer-by');
  const { id } = await pb.collection('cases').create({
    ...{ kind: 'copyright', product, reporter: 'maker@guildhall.test', claim: 'Mine.', state: 'open' },
  });
  const notice = {
    ...{ name: 'Tess Seller', address: '1 Mill Lane, Ashgrove', phone: '+44 20 7946 0000' },
    ...{ statement: 'I sculpted it myself in May.', believesMistake: true, acceptsCourt: true },
  };
  const send = (who: string) =>
    sendCounterNotice(pb, { id: who, email: `${who}@guildhall.test` }, id, notice, now());

  expect(await send(accused)).toMatchObject({ sentence: expect.stringContaining('not possible') });
  await pb.collection('cases').update(id, { state: 'upheld', decision: 'We compared both.' });
  expect(await send(stranger)).toBe('not-found');
  expect(await send(accused)).toBeNull();
  expect(await send(accused)).toMatchObject({ sentence: expect.stringContaining('not possible') });
  expect(await pb.collection('cases').getOne(id)).toMatchObject({
    state: 'appealed',
    appeal: expect.stringMatching(/^Counter-notice of .*I sculpted it.*Tess Seller/s),
  });
});

it('somebody without an account reads their own report, and none of what others reported', async () => {
  const { pb } = commerce;
  const store = await commerce.store('reported-by-many');
  const accused = (await pb.collection('stores').getOne(store))['owner'];
  const product = await commerce.product(store, 500);
  const { id: person } = await commerce.person('reporter');
  const { id } = await pb.collection('cases').create({
    ...{ kind: 'copyright', what: 'product', subject: product, product, store, accused },
    ...{ claim: 'Mine.', state: 'open' },
  });
  const reported = { inCase: id, kind: 'copyright' };
  await pb.collection('reports').create({ ...reported, user: person, text: 'Mine.' });
  const letter = { ...reported, text: 'Ours, too.', name: 'A maker', email: 'maker@guildhall.test' };
  const stranger = await pb.collection('reports').create(letter);

  const own = await reportOfStranger(pb, stranger.id);
  expect(own).toMatchObject({ text: 'Ours, too.', case: { id, moreClaims: [] } });
  expect((await casesAgainst(pb, accused))[0]?.moreClaims).toEqual(['Ours, too.']);
  const file = await caseFile(pb, id);
  expect(file?.reporters).toMatchObject([{ id: person, waiting: 1 }]);
  expect(file?.strangers).toEqual([{ id: stranger.id, name: 'A maker', email: '' }]);
});
