import type Stripe from 'stripe';
import { CURRENCY } from '../../../../domain/payments/payment.ts';
import type { TaxBehavior } from '../../../../domain/payments/price-tax.ts';
import { TAX_CODE } from '../tax.ts';
import { drifted, mending } from './change.ts';
import type { SetupPlan } from './payment-setup.ts';

/** The settings of Stripe Tax. Its address is the operator's own and is not guessed. */
export async function taxChanges(stripe: Stripe, taxBehavior: TaxBehavior): Promise<SetupPlan> {
  const { defaults, status, status_details: details } = await stripe.tax.settings.retrieve();
  const drift = drifted([
    { name: 'prices', now: defaults.tax_behavior, wanted: taxBehavior },
    { name: 'tax code', now: defaults.tax_code, wanted: TAX_CODE },
  ]);
  const missing = details.pending?.missing_fields ?? [];
  return {
    changes:
      drift.length === 0
        ? []
        : [
            mending('tax settings', drift, async () => {
              await stripe.tax.settings.update({
                defaults: { tax_behavior: taxBehavior, tax_code: TAX_CODE },
              });
              return null;
            }),
          ],
    byHand:
      status === 'active'
        ? []
        : [
            `Stripe Tax is not active${missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`}: fill in Settings › Tax, and add a registration for each place where you owe tax.`,
          ],
  };
}

/** What the API does not allow to change about one's own account. */
export async function accountNotes(stripe: Stripe): Promise<string[]> {
  const account = await stripe.accounts.retrieveCurrent();
  return [
    ...(account.charges_enabled ? [] : ['Your account cannot take payments yet: finish its activation.']),
    ...(account.payouts_enabled ? [] : ['Your account cannot pay out yet: add a bank account.']),
    ...(account.default_currency === CURRENCY
      ? []
      : [
          `Your account settles in ${account.default_currency ?? 'no currency'}: add a bank account in ${CURRENCY}.`,
        ]),
    ...(account.settings?.payments.statement_descriptor
      ? []
      : [
          'Set a statement descriptor under Settings › Business, so that buyers know the name on their statement.',
        ]),
    'Let failed payments be retried for seven days and the subscription be cancelled after the last attempt: Settings › Billing › Revenue recovery.',
  ];
}
