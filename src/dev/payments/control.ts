import { type FormFields, itemsOf, wholeNumber } from './api/form.ts';
import { Problem } from './api/problem.ts';
import { viewOf } from './api/view.ts';
import type { ProviderObject } from './book.ts';
import { INTERVALS } from './calendar.ts';
import { testCard } from './cards.ts';
import { DELIVERY_MODES, type Deliveries } from './deliveries.ts';
import { DEFAULT_DELAY_MS, FAULTS, type FaultPlan } from './faults.ts';
import type { Simulator } from './simulator.ts';

/** What the control panel and tests in other processes can operate. */
export interface ControlPanel {
  simulator: Simulator;
  deliveries: Deliveries;
  faults: FaultPlan;
}

/**
 * Runs one control, named by its path after `/control/`, such as `release` or `refund/ch_1`.
 * @returns the object it changed, if any
 * @throws Problem where there is no such control or object
 */
export async function runControl(
  { simulator, deliveries, faults }: ControlPanel,
  steps: string[],
  form: FormFields,
): Promise<ProviderObject | null> {
  const [control = '', id = ''] = steps;
  const count = (field: string, fallback: number) =>
    form[field] === undefined ? fallback : wholeNumber(form[field], field);
  switch (control) {
    case 'webhooks':
      deliveries.mode = oneOf(DELIVERY_MODES, id);
      return null;
    case 'release': {
      const order = itemsOf(form['order']).map((place) => wholeNumber(place, 'order'));
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
    case 'warn':
      return simulator.warnOfFraud(id);
    case 'collect':
      return simulator.collect(id);
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
    case 'debit':
      return simulator.debit(id, wholeNumber(form['amount'], 'amount'));
    case 'bank':
      return simulator.renewBank(id);
    case 'days':
      simulator.advanceDays(Math.min(wholeNumber(id, 'days'), MAX_DAYS));
      return null;
    case 'hours':
      simulator.advanceHours(Math.min(wholeNumber(id, 'hours'), MAX_HOURS));
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
      throw new Problem(404, 'The stand-in has no such control.');
  }
}

const MAX_COPIES = 10;
const MAX_DAYS = 400;
const MAX_HOURS = 100;

function oneOf<T extends string>(known: readonly T[], word: string): T {
  const found = known.find((one) => one === word);
  if (found === undefined) throw new Problem(400, `Choose one of ${known.join(', ')}.`);
  return found;
}

/** The state for tests in other processes, newest first. */
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
