import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { openPaymentSetup } from '../server/adapters/stripe/setup/payment-setup.ts';
import { sentenceOf } from './announce.ts';
import { readSetupSettings, setUpPayments, wantedSetup } from './payment-setup.ts';

/**
 * `npm run stripe:setup`: makes webhooks, customer portal and prices at Stripe as the site needs them, with the key in
 * STRIPE_SECRET_KEY. It shows first what it would change; `-- --yes` changes it without asking.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function run(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => arg !== '--yes');
  if (unknown !== undefined) throw new Error(`There is no option “${unknown}”; the only one is --yes.`);
  const settings = readSetupSettings(process.env, ROOT);
  const mayChange = async () => args.includes('--yes') || (process.stdin.isTTY === true && (await asked()));
  await setUpPayments(openPaymentSetup(settings.payments), wantedSetup(settings), console.log, mayChange);
}

async function asked(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('\nChange this? (y/n) ')).trim());
  } finally {
    terminal.close();
  }
}

run(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
