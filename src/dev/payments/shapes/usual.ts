import type Stripe from 'stripe';

/** What the provider's objects have in fields that the stand-in does not model and that are never null. */

interface Usual {
  Account: Partial<Stripe.Account>;
  ApplicationFee: Partial<Stripe.ApplicationFee>;
  BalanceTransaction: Partial<Stripe.BalanceTransaction>;
  'BillingPortal.Session': Partial<Stripe.BillingPortal.Session>;
  'Charge.PaymentMethodDetails.Card': Partial<Stripe.Charge.PaymentMethodDetails.Card>;
  'Checkout.Session': Partial<Stripe.Checkout.Session>;
  'Dispute.EvidenceDetails': Partial<Stripe.Dispute.EvidenceDetails>;
  Dispute: Partial<Stripe.Dispute>;
  Invoice: Partial<Stripe.Invoice>;
  InvoiceLineItem: Partial<Stripe.InvoiceLineItem>;
  LineItem: Partial<Stripe.LineItem>;
  PaymentIntent: Partial<Stripe.PaymentIntent>;
  'PaymentMethod.Card': Partial<Stripe.PaymentMethod.Card>;
  Payout: Partial<Stripe.Payout>;
  Product: Partial<Stripe.Product>;
  Subscription: Partial<Stripe.Subscription>;
  SubscriptionItem: Partial<Stripe.SubscriptionItem>;
  'V2.Core.Account.Defaults.Responsibilities': Partial<Stripe.V2.Core.Account.Defaults.Responsibilities>;
  'V2.Core.Account.Requirements.Entry': Partial<Stripe.V2.Core.Account.Requirements.Entry>;
}

const NOTHING = { custom_fields: null, footer: null, description: null, account_tax_ids: null };

export const USUAL: Usual = {
  Account: { type: 'express' },
  ApplicationFee: { application: 'ca_stand_in' },
  BalanceTransaction: { balance_type: 'payments' },
  'BillingPortal.Session': { configuration: 'bpc_stand_in' },
  'Charge.PaymentMethodDetails.Card': { exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US' },
  'Checkout.Session': {
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    payment_method_types: ['card'],
    shipping_options: [],
  },
  Dispute: { enhanced_eligibility_types: [] },
  'Dispute.EvidenceDetails': { enhanced_eligibility: {}, submission_method: 'manual' },
  Invoice: {
    amount_overpaid: 0,
    amount_shipping: 0,
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    livemode: false,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
  },
  InvoiceLineItem: { discountable: true, discounts: [], livemode: false },
  LineItem: { amount_discount: 0, amount_tax: 0 },
  PaymentIntent: {
    amount_capturable: 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
  },
  'PaymentMethod.Card': { funding: 'credit' },
  Payout: { reconciliation_status: 'completed', source_type: 'card' },
  Product: { marketing_features: [], type: 'service' },
  Subscription: {
    billing_schedules: [],
    discounts: [],
    invoice_settings: { ...NOTHING, issuer: { type: 'self' } },
  },
  SubscriptionItem: { discounts: [] },
  'V2.Core.Account.Defaults.Responsibilities': { requirements_collector: 'stripe' },
  'V2.Core.Account.Requirements.Entry': { impact: {} },
};
