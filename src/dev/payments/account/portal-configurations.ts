import {
  type FormFields,
  type FormValue,
  fieldText,
  fieldTexts,
  formOf,
  itemsOf,
  rejectUnknown,
} from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { withTexts } from '../subscriptions/catalogue.ts';

/** Configurations of the customer portal. Source: the provider's reference for portal configurations, 2026-10-28. */

const FIELDS = ['name', 'default_return_url', 'business_profile', 'features', 'metadata', 'expand'];
/** The features and their settings that are modelled. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  customer_update: ['enabled', 'allowed_updates'],
  invoice_history: ['enabled'],
  payment_method_update: ['enabled'],
  subscription_cancel: ['enabled', 'mode'],
  subscription_update: ['enabled'],
};
const UPDATES = ['address', 'email', 'name', 'phone', 'shipping', 'tax_id'];

export function createPortalConfiguration({ book }: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, FIELDS);
  if (form['features'] === undefined)
    throw new Problem(400, 'Missing required param: features.', {
      code: 'parameter_missing',
      param: 'features',
    });
  const row = book.add('portal_configurations', 'billing_portal.configuration', {
    active: true,
    application: null,
    is_default: false,
    login_page: { enabled: false, url: null },
    updated: nowSeconds(),
    name: null,
    default_return_url: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    features: {
      customer_update: { enabled: false, allowed_updates: [] },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      },
      subscription_pause: { enabled: false, duration: { type: 'indefinite', interval_options: [] } },
      subscription_update: {
        enabled: false,
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    metadata: {},
  });
  return fill(book, row, form);
}

export function changePortalConfiguration(
  { book }: StandInContext,
  id: string,
  form: FormFields,
): ProviderObject {
  rejectUnknown(form, [...FIELDS, 'active']);
  const row = book.find('portal_configurations', id);
  if (!row) throw noSuchObject('configuration', id);
  if (form['active'] !== undefined) book.change(row, { active: form['active'] === 'true' });
  return fill(book, row, form);
}

function fill(book: StandInContext['book'], row: ProviderObject, form: FormFields): ProviderObject {
  const profile = formOf(form['business_profile']);
  rejectUnknown(profile, ['headline', 'privacy_policy_url', 'terms_of_service_url'], 'business_profile');
  const features = structuredClone(row['features']) as Record<string, Record<string, unknown>>;
  for (const [name, sent] of Object.entries(formOf(form['features']))) {
    const known = FEATURES[name];
    const settings = formOf(sent);
    if (!known) throw unknownFeature(name);
    rejectUnknown(settings, known, `features[${name}]`);
    if (settings['enabled'] === undefined)
      throw new Problem(400, `Missing required param: features[${name}][enabled].`, {
        code: 'parameter_missing',
        param: `features[${name}][enabled]`,
      });
    features[name] = { ...features[name], ...settingsOf(settings) };
  }
  return book.change(row, {
    ...(form['name'] === undefined ? {} : { name: fieldText(form['name']) }),
    ...(form['default_return_url'] === undefined
      ? {}
      : { default_return_url: fieldText(form['default_return_url']) }),
    business_profile: { ...(row['business_profile'] as FormFields), ...profile },
    features,
    metadata: withTexts(row['metadata'], fieldTexts(form['metadata'])),
    updated: nowSeconds(),
  });
}

function settingsOf(settings: FormFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, unknown] => {
      if (name === 'allowed_updates') return [name, updatesOf(value)];
      return [name, name === 'enabled' ? value === 'true' : value];
    }),
  );
}

function updatesOf(value: FormValue): string[] {
  const updates = itemsOf(value).map(String);
  const other = updates.find((one) => !UPDATES.includes(one));
  if (other !== undefined)
    throw new Problem(400, `Invalid allowed_updates: ${other}`, {
      param: 'features[customer_update][allowed_updates]',
    });
  return updates;
}

const unknownFeature = (name: string): Problem =>
  new Problem(400, `Received unknown parameter: features[${name}]. The stand-in does not model it.`, {
    code: 'parameter_unknown',
    param: `features[${name}]`,
  });
