import { expect } from 'vitest';
import { planOfStore } from '../../../../src/data/payments/seller-plans.ts';
import { testCard } from '../../../../src/dev/payments/cards.ts';
import {
  payPlan,
  planPortal,
  setPlanEnding,
  switchOffer,
  switchPlan,
} from '../../../../src/server/payments/plan-changes.ts';
import { planInvoices } from '../../../../src/server/payments/plan-overview.ts';
import { planStatus, startPlan } from '../../../../src/server/payments/seller-plans.ts';
import { CARDS } from '../../guild/guild-commerce.ts';
import type { TestCommerce } from '../commerce.ts';
import { atNewAddress, type Flow, once, type StoryEvents } from './call-story.ts';

/** After so many days the renewal of any month is paid; it is a draft for its first hour. */
const MONTH_DAYS = 32;
const PRICES = { monthly: 1500, annual: 15_000 };
let made = 0;

const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

/** Stories of sellers with a plan. The last one lets a month pass. */
export function planFlows(commerce: TestCommerce, events: StoryEvents): Flow[] {
  const { simulator } = commerce.standIn;
  async function aPlan(card = '4242424242424242') {
    const slug = `plan-${++made}`;
    const store = { id: await commerce.store(slug), name: slug };
    let url = '';
    return {
      store,
      async start() {
        const begun = await startPlan(commerce, store, `${slug}@guildhall.test`, 'monthly', PRICES);
        if (begun.kind !== 'pay') throw new Error(begun.refusal);
        url = begun.url;
      },
      pay: once(() => {
        const known = testCard(card);
        expect(known && simulator.pay(sessionOf(url), known)).toBeNull();
      }),
      async check(state: string, rhythm: string) {
        expect((await planOfStore(commerce.pb, store.id))?.plan).toMatchObject({ state, rhythm });
        const { customerId } = (await planOfStore(commerce.pb, store.id)) ?? expect.fail('no plan');
        const living = simulator.book
          .all('subscriptions')
          .filter((row) => row['customer'] === customerId && row['ended_at'] === null);
        expect(living).toHaveLength(1);
      },
    };
  }
  const started = async (card?: string) => {
    const plan = await aPlan(card);
    await plan.start();
    await plan.pay();
    await events.hear();
    return plan;
  };

  return [
    {
      name: 'a plan',
      async prepare() {
        const plan = await aPlan();
        return {
          steps: [plan.start, plan.pay, () => planStatus(commerce, plan.store.id, true), events.hear],
          whole: () => plan.check('active', 'monthly'),
        };
      },
    },
    {
      name: 'changes to a plan',
      async prepare() {
        const { store, check } = await started();
        return {
          steps: [
            () => setPlanEnding(commerce, store.id, true),
            () => setPlanEnding(commerce, store.id, false),
            () => planPortal(atNewAddress(commerce), store.id),
            () => planInvoices(commerce, store.id),
            async () => {
              const offer = await switchOffer(commerce, store.id, 'annual', PRICES);
              if (typeof offer === 'string') return;
              expect(await switchPlan(commerce, store.id, 'annual', PRICES, offer)).toBeNull();
            },
            events.hear,
          ],
          whole: () => check('active', 'annual'),
        };
      },
    },
    {
      name: 'a plan whose renewal fails, and is paid with another card',
      async prepare() {
        const { store, check } = await started(CARDS.later);
        simulator.advanceDays(MONTH_DAYS);
        await events.hear();
        const stored = (await planOfStore(commerce.pb, store.id)) ?? expect.fail('no plan');
        simulator.saveCard(stored.customerId, testCard(CARDS.pays) ?? expect.fail('no card'));
        return {
          steps: [() => payPlan(commerce, store.id), events.hear],
          whole: () => check('active', 'monthly'),
        };
      },
    },
  ];
}
