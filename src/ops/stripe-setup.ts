import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { serviceClient } from '../data/kernel/client.ts';
import { storedSettings } from '../data/kernel/site-settings.ts';
import { openPaymentSetup } from '../server/adapters/stripe/setup/payment-setup.ts';
import type { Settings } from '../server/app/settings.ts';
import { sentenceOf } from './announce.ts';
import { readSetupSettings, setUpPayments, wantedSetup, withDeskSettings } from './payment-setup.ts';
import { localServiceAccount } from './service-account.ts';

/**
 * `npm run stripe:setup`: makes webhooks, customer portal and prices at Stripe as the site needs them, with the key in
 * STRIPE_SECRET_KEY. It shows first what it would change; `-- --yes` changes it without asking.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function run(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => arg !== '--yes');
  if (unknown !== undefined) throw new Error(`There is no option “${unknown}”; the only one is --yes.`);
  const environment = readSetupSettings(process.env, ROOT);
  const settings = await deskSettings(environment);
  const mayChange = async () => args.includes('--yes') || (process.stdin.isTTY === true && (await asked()));
  await setUpPayments(openPaymentSetup(settings.payments), wantedSetup(settings), console.log, mayChange);
}

/** What the desk says of prices and name, where the database answers: before the first start there is none. */
async function deskSettings(environment: Settings): Promise<Settings> {
  const { url, secret, email, password } = environment.pocketbase;
  try {
    const isLocal = password === '' && existsSync(join(environment.dataDir, 'service.json'));
    const service = isLocal ? localServiceAccount(environment.dataDir) : { email, password };
    return withDeskSettings(environment, await storedSettings(serviceClient({ url, secret, ...service })));
  } catch (reason) {
    console.log(
      `The database was not reached (${sentenceOf(reason)}), so name and prices are those of the environment. If they were set at the desk, start the site and run this again.\n`,
    );
    return environment;
  }
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
