import { openStripe } from '../../server/adapters/stripe/client.ts';
import { openPayments } from '../../server/adapters/stripe/payments.ts';
import { CART_FLOWS, EVENT_FLOWS } from './cart-flows.ts';
import type { Difference } from './differences.ts';
import { activeSellers, SELLER_FLOWS } from './seller-flows.ts';
import { SUBSCRIPTION_FLOWS } from './subscription-flows.ts';
import { type Flow, type FlowContext, Skipped, type Tested } from './tested.ts';

export const FLOWS: readonly Flow[] = [...CART_FLOWS, ...SELLER_FLOWS, ...SUBSCRIPTION_FLOWS, ...EVENT_FLOWS];

export interface FlowReport {
  passed: number;
  /** One sentence for each. */
  failed: string[];
  skipped: string[];
}

const PATIENCE_MS = 20_000;

/** Runs every flow at a provider, one after the other. A flow that fails or cannot be tried leaves the others alone. */
export async function runFlows(tested: Tested, write: (line: string) => void): Promise<FlowReport> {
  const report: FlowReport = { passed: 0, failed: [], skipped: [] };
  const began = Date.now();
  const run = `drill${began}`;
  const payments = openPayments(tested.settings);
  const context: FlowContext = {
    tested,
    payments,
    stripe: openStripe(tested.settings, PATIENCE_MS),
    run,
    began,
    sellers: (count) => activeSellers(tested, payments, run, count),
    async check(what, work) {
      await work();
      report.passed++;
      write(`    ok  ${what}`);
    },
  };
  for (const flow of FLOWS) {
    write(`  ${flow.name}`);
    try {
      await flow.run(context);
    } catch (reason) {
      const why = reason instanceof Error ? (reason.message.split('\n')[0] ?? '') : String(reason);
      const isSkipped = reason instanceof Skipped;
      (isSkipped ? report.skipped : report.failed).push(`${flow.name}: ${why}`);
      write(isSkipped ? `    skipped: ${why}` : `    FAILED: ${why}`);
    }
  }
  return report;
}

/** Rows with aligned columns. */
export function differenceTable(found: readonly Difference[]): string[] {
  const rows = [{ call: 'call', field: 'field', standIn: 'stand-in', real: 'Stripe' }, ...found];
  const width = (column: 'call' | 'field' | 'standIn') => Math.max(...rows.map((row) => row[column].length));
  const [call, field, standIn] = [width('call'), width('field'), width('standIn')];
  return rows.map(
    (row) =>
      `  ${row.call.padEnd(call)}  ${row.field.padEnd(field)}  ${row.standIn.padEnd(standIn)}  ${row.real}`,
  );
}
