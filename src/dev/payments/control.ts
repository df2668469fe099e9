import { type Form, listOf, wholeNumber } from './api/form.ts';
import { Problem } from './api/problem.ts';
import { viewOf } from './api/view.ts';
import type { Row } from './book.ts';
import { INTERVALS } from './calendar.ts';
import { testCard } from './cards.ts';
import { DELIVERY_MODES, type Deliveries } from './deliveries.ts';
import { DEFAULT_DELAY_MS, FAULTS, type FaultPlan } from './faults.ts';
import type { Simulator } from './simulator.ts';

/** What the control page and tests in other processes can reach. */
export interface ControlPanel {
  simulator: Simulator;
  deliveries: Deliveries;
  faults: FaultPlan;
}

/**
 * Pulls one lever, named by the steps of its address behind `/control/`, such as `release` or `refund/ch_1`.
 * @returns the object it changed, where there is one
 * @throws Problem where there is no such lever or no such object
 */
export async function runControl(
  { simulator, deliveries, faults }: ControlPanel,
  steps: string[],
  form: Form,
): Promise<Row | null> {
  const [control = '', id = ''] = steps;
  const count = (field: string, otherwise: number) =>
    form[field] === undefined ? otherwise : wholeNumber(form[field], field);
  switch (control) {
    case 'webhooks':
      deliveries.mode = oneOf(DELIVERY_MODES, id);
      return null;
    case 'release': {
      const order = listOf(form['order']).map((place) => wholeNumber(place, 'order'));
      await deliveries.release({
        ...(order.length > 0 ? { order } : {}),
        reversed: form['reversed'] === 'true',
        copies: Math.min(count('copies', 1), MAX_COPIES),
      });
      return null;
    }
    case 'send':
      if (!(await deliveries.send(id))) throw new Problem(404, `No such delivery: '${id}'`);
      return null;
    case 'drop':
      if (!deliveries.drop(id)) throw new Problem(404, `No such delivery: '${id}'`);
      return null;
    case 'fault':
      faults.set(oneOf(FAULTS, id), count('calls', 0) || Infinity, count('delay', DEFAULT_DELAY_MS));
      return null;
    case 'refund':
      return simulator.refund({
        charge: id,
        ...(form['amount'] === undefined ? {} : { amount: form['amount'] }),
      });
    case 'fail':
      return simulator.failRefund(id);
    case 'dispute':
      return simulator.dispute(id);
    case 'won':
    case 'lost':
      return simulator.closeDispute(id, control);
    case 'activate':
      return simulator.setTransfers(id, 'active');
    case 'restrict':
      return simulator.setTransfers(id, 'restricted');
    case 'reject':
      return simulator.setTransfers(id, 'rejected');
    case 'payout':
      return simulator.payOut(id);
    case 'bounce':
      return simulator.bounce(id);
    case 'days':
      simulator.advanceDays(Math.min(wholeNumber(id, 'days'), MAX_DAYS));
      return null;
    case 'pass':
      simulator.advanceBy(oneOf(INTERVALS, id));
      return null;
    case 'card': {
      const card = testCard(form['card']);
      if (!card) throw new Problem(400, 'Choose one of the test cards.');
      return simulator.saveCard(id, card);
    }
    default:
      throw new Problem(404, 'The stand-in knows no such thing to do.');
  }
}

const MAX_COPIES = 10;
const MAX_DAYS = 400;

function oneOf<T extends string>(known: readonly T[], word: string): T {
  const found = known.find((one) => one === word);
  if (found === undefined) throw new Problem(400, `Choose one of ${known.join(', ')}.`);
  return found;
}

/** Everything a test in another process may want to look at, newest first. */
export function stateView({ simulator, deliveries, faults }: ControlPanel): unknown {
  const { book } = simulator;
  return {
    webhooks: deliveries.mode,
    fault: faults.fault,
    sessions: book.all('sessions'),
    charges: book.all('charges'),
    refunds: book.all('refunds'),
    disputes: book.all('disputes'),
    transfers: book.all('transfers'),
    accounts: book.all('accounts'),
    subscriptions: book.all('subscriptions').map(viewOf),
    invoices: book.all('invoices').map(viewOf),
    payouts: book.all('payouts'),
    bookings: book.all('seller_bookings'),
    deliveries: deliveries.list.toReversed(),
  };
}
