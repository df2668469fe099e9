import { type FormFields, fieldText, formOf, rejectUnknown } from '../api/form.ts';
import { Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import type { StandInContext } from '../context.ts';

/** The marketplace's own account, and its tax settings. */

const BEHAVIORS = ['exclusive', 'inclusive', 'inferred_by_currency'];

/** The account that the key belongs to, as far as the marketplace reads it. */
export function ownAccount(): unknown {
  return {
    id: 'acct_of_the_marketplace',
    object: 'account',
    type: 'standard',
    country: 'US',
    default_currency: 'usd',
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    settings: {
      branding: {},
      card_payments: {},
      dashboard: { display_name: 'Guildhall' },
      payments: { statement_descriptor: 'GUILDHALL' },
    },
  };
}

/** With a tax rate the tax settings are complete; without one the address is missing, as in a new account. */
export function taxSettings(context: StandInContext): unknown {
  const row = settingsOf(context);
  const isActive = context.taxPercent > 0;
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: row['tax_behavior'], tax_code: row['tax_code'] },
    head_office: isActive ? { address: { country: 'US', postal_code: '10001', state: 'NY' } } : null,
    livemode: false,
    status: isActive ? 'active' : 'pending',
    status_details: isActive ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
  };
}

export function changeTaxSettings(context: StandInContext, form: FormFields): unknown {
  rejectUnknown(form, ['defaults', 'expand']);
  const defaults = formOf(form['defaults']);
  rejectUnknown(defaults, ['tax_behavior', 'tax_code'], 'defaults');
  const behavior = fieldText(defaults['tax_behavior']);
  if (behavior !== null && !BEHAVIORS.includes(behavior))
    throw new Problem(400, `Invalid tax_behavior: must be one of ${BEHAVIORS.join(', ')}`, {
      param: 'defaults[tax_behavior]',
    });
  const code = fieldText(defaults['tax_code']);
  context.book.change(settingsOf(context), {
    ...(behavior === null ? {} : { tax_behavior: behavior }),
    ...(code === null ? {} : { tax_code: code }),
  });
  return taxSettings(context);
}

function settingsOf({ book }: StandInContext): ProviderObject {
  return (
    book.find('settings', 'tax') ??
    book.add('settings', 'tax.settings', { tax_behavior: null, tax_code: null }, 'tax')
  );
}
