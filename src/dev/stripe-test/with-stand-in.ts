import { STAND_IN_KEY } from '../../server/app/settings.ts';
import { TEST_CARDS } from '../payments/cards.ts';
import { openPaymentStandIn } from '../payments/stand-in.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { Skipped, type Tested } from './tested.ts';

/** The stand-in as the provider that is tested, with its recording. */
export async function openStandInTested(): Promise<{
  tested: Tested;
  recorder: Recorder;
  close(): Promise<void>;
}> {
  const standIn = await openPaymentStandIn({
    port: 0,
    webhookUrl: 'http://127.0.0.1:9/',
    webhookSecret: 'whsec_of_this_run',
    stateFile: null,
    taxPercent: 20,
  });
  standIn.deliveries.mode = 'drop';
  const recorder = await openRecorder(standIn.url);
  const { simulator } = standIn;
  const pay = (id: string, outcome: string) => {
    const card = TEST_CARDS.find((one) => one.outcome === outcome);
    const problem = card ? simulator.pay(id, card) : 'there is no such card';
    if (problem !== null) throw new Error(problem);
  };
  const known: string[] = [];
  const tested: Tested = {
    name: 'the stand-in',
    settings: {
      secretKey: STAND_IN_KEY,
      webhookSecret: 'whsec_of_this_run',
      apiUrl: recorder.url,
      automaticTax: false,
      taxBehavior: 'exclusive',
    },
    payPage: async ({ id }) => pay(id, 'pays'),
    async charge({ cents, orderId, card }) {
      const page = await fetch(`${standIn.url}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${STAND_IN_KEY}` },
        body: new URLSearchParams({
          mode: 'payment',
          customer_email: 'mira@example.com',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'usd',
          'line_items[0][price_data][unit_amount]': String(cents),
          'line_items[0][price_data][product_data][name]': 'Golem',
          'payment_intent_data[transfer_group]': orderId,
          success_url: 'https://guildhall.example/',
        }),
      });
      const { id } = (await page.json()) as { id: string };
      pay(id, card);
      return String(simulator.session(id)['payment_intent']);
    },
    async onboard({ url }) {
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'finish' }),
        redirect: 'manual',
      });
    },
    knownSellers: () => known,
    rememberSeller: (id) => void known.push(id),
    async customerWithClock(run) {
      const { id } = await createCustomer(standIn.url, run);
      return {
        customerId: id,
        async passMonth() {
          simulator.advanceBy('month');
          // A renewal is a draft for an hour.
          simulator.advanceDays(1);
        },
      };
    },
    async payOut(accountId) {
      simulator.advanceDays(8);
      if (simulator.book.all('payouts').some((row) => row['owner'] === accountId)) return;
      throw new Skipped('the seller had nothing to pay out');
    },
  };
  return {
    tested,
    recorder,
    async close() {
      await recorder.close();
      await standIn.close();
    },
  };
}

async function createCustomer(url: string, run: string): Promise<{ id: string }> {
  const answer = await fetch(`${url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STAND_IN_KEY}` },
    body: new URLSearchParams({ email: 'mira@example.com', name: run }),
  });
  return (await answer.json()) as { id: string };
}
