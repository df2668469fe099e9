import type { StoredSetting } from '../data/kernel/site-settings.ts';
import { BRAND } from '../domain/kernel/brand.ts';
import type { SettingGroup } from '../domain/kernel/setting-group.ts';
import { PLAN_PRICES } from '../domain/payments/plan-settings.ts';
import { TAX } from '../domain/payments/price-tax.ts';
import { paths } from '../paths.ts';
import type {
  PaymentSetup,
  SetupChange,
  WantedSetup,
} from '../server/adapters/stripe/setup/payment-setup.ts';
import { BadSetting, readSettings, type Settings } from '../server/app/settings.ts';
import { planPrice } from '../server/payments/plan-prices.ts';

/** What `npm run stripe:setup` does, apart from the terminal. */

/**
 * The settings it needs: the key, the site's address and the prices. Other secrets may still be missing.
 * @throws BadSetting with one sentence.
 */
export function readSetupSettings(env: Record<string, string | undefined>, root: string): Settings {
  if ((env['STRIPE_SECRET_KEY'] ?? '').trim() === '')
    throw new BadSetting(
      'Set STRIPE_SECRET_KEY to the secret key of your Stripe account, in .env or for this command.',
    );
  const settings = readSettings(
    // The secrets of the webhooks come out of this command; what production demands besides is not used here.
    { ...env, NODE_ENV: '', STRIPE_WEBHOOK_SECRET: env['STRIPE_WEBHOOK_SECRET'] || 'whsec_not_known_yet' },
    root,
  );
  const { protocol, hostname } = new URL(settings.siteUrl);
  const isPublic = hostname !== 'localhost' && !hostname.startsWith('127.') && hostname !== '[::1]';
  if (settings.payments.apiUrl === null && !isPublic)
    throw new BadSetting(
      `Set PUBLIC_SITE_URL to the address that Stripe can reach; ${settings.siteUrl} is this machine only.`,
    );
  const isLive = /_live_/.test(settings.payments.secretKey);
  if (isLive && settings.payments.apiUrl !== null)
    throw new BadSetting('STRIPE_API_URL must be empty with a live key; it is the address of the stand-in.');
  if (isLive && protocol !== 'https:')
    throw new BadSetting('PUBLIC_SITE_URL must begin with https:// with a live key.');
  return settings;
}

/** The settings with what operators set at the desk: it goes before the environment, as on the site. */
export function withDeskSettings(settings: Settings, stored: readonly StoredSetting[]): Settings {
  const setOf = <V extends object>(group: SettingGroup<V>): V | null => {
    const row = stored.find(({ name }) => name === group.name);
    const checked = row && group.check(row.value);
    return checked && 'value' in checked ? checked.value : null;
  };
  return {
    ...settings,
    siteName: setOf(BRAND)?.name ?? settings.siteName,
    planPrices: setOf(PLAN_PRICES) ?? settings.planPrices,
    payments: { ...settings.payments, ...setOf(TAX) },
  };
}

export function wantedSetup({ siteName, siteUrl, planPrices }: Settings): WantedSetup {
  const at = (path: string) => `${siteUrl}${path}`;
  return {
    siteName,
    siteUrl,
    webhookUrl: at(paths.paymentWebhook()),
    accountUrl: at(paths.account()),
    termsUrl: at(paths.terms()),
    privacyUrl: at(paths.privacy()),
    prices: [planPrice(siteName, planPrices, 'monthly'), planPrice(siteName, planPrices, 'annual')],
  };
}

/**
 * Shows what would change, asks, and changes it. Repeated after an interruption, it does what is left.
 * @param mayChange asks a person, or knows the answer
 * @returns what was done
 */
export async function setUpPayments(
  setup: Pick<PaymentSetup, 'plan'>,
  wanted: WantedSetup,
  write: (line: string) => void,
  mayChange: () => Promise<boolean>,
): Promise<'nothing to change' | 'changed' | 'left'> {
  const { changes, byHand } = await setup.plan(wanted);
  if (changes.length > 0) for (const line of table(changes)) write(line);
  if (byHand.length > 0) write(`${changes.length > 0 ? '\n' : ''}By hand, in Stripe’s dashboard:`);
  for (const note of byHand) write(`  - ${note}`);
  if (changes.length === 0) {
    write('\nThere is nothing to change.');
    return 'nothing to change';
  }
  if (!(await mayChange())) {
    write('\nNothing was changed. npm run stripe:setup -- --yes changes it.');
    return 'left';
  }
  write('');
  const secrets: string[] = [];
  for (const change of changes) {
    const made = await change.apply();
    write(`  done  ${change.what}`);
    if (!made) continue;
    // Written at once: if a later change fails, this secret could not be had again.
    write(`        its secret: ${made.secret}`);
    secrets.push(made.secret);
  }
  if (secrets.length > 0)
    write(
      secrets.length === WEBHOOKS
        ? `\nSet this and start the site again:\nSTRIPE_WEBHOOK_SECRET=${secrets.join(',')}`
        : `\nAdd this to STRIPE_WEBHOOK_SECRET, with a comma between, and start the site again:\n${secrets.join(',')}`,
    );
  return 'changed';
}

const WEBHOOKS = 3;

/** Rows with aligned columns. */
function table(changes: readonly SetupChange[]): string[] {
  const rows = [['what', 'now', 'wanted'], ...changes.map(({ what, now, wanted }) => [what, now, wanted])];
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const [first, second] = [width(0), width(1)];
  return rows.map(
    ([what = '', now = '', wanted = '']) => `  ${what.padEnd(first)}  ${now.padEnd(second)}  ${wanted}`,
  );
}
