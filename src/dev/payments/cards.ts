/** The test cards, with the numbers and outcomes of the provider's test mode. Source: its page "Test card numbers". */

/** What a card does: `challenged` cards ask for 3-D Secure at the payment page. */
export type CardOutcome =
  | 'pays'
  | 'declined'
  | 'declined later'
  | 'disputed'
  | 'warned'
  | 'challenged'
  | 'challenged always'
  | 'challenged, then declined'
  | 'pays later'
  | 'fails later';

/** How a card is declined, in the provider's words. */
export interface Decline {
  code: string;
  /** The bank's reason, which only `card_declined` has. */
  decline_code: string | null;
  message: string;
}

export interface TestCard {
  number: string;
  brand: string;
  label: string;
  outcome: CardOutcome;
  decline?: Decline;
  /** The reason of the dispute that it opens. */
  dispute?: string;
  /** A bank debit rather than a card: it is collected days later. */
  isDebit?: true;
}

const bank = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const own = (code: string, message: string): Decline => ({ code, decline_code: null, message });

/** Asked again later without the buyer, a card that wants 3-D Secure is declined. */
const UNAUTHENTICATED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};
/** The buyer did not pass 3-D Secure. */
export const NOT_AUTHENTICATED: Decline = own(
  'payment_intent_authentication_failure',
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
);

const visa = (
  number: string,
  label: string,
  outcome: CardOutcome,
  more: Partial<TestCard> = {},
): TestCard => ({
  number,
  brand: 'visa',
  label: `Visa ${label}`,
  outcome,
  ...more,
});
const declined = (number: string, label: string, decline: Decline): TestCard =>
  visa(number, label, 'declined', { decline });

export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  visa('4242424242424242', 'that pays', 'pays'),
  { number: '5555555555554444', brand: 'mastercard', label: 'Mastercard that pays', outcome: 'pays' },
  declined('4000000000000002', 'that is declined', bank('generic_decline')),
  visa('4000000000000259', 'that pays and is disputed', 'disputed', { dispute: 'fraudulent' }),
  visa('4000000000000341', 'that pays now and is declined later', 'declined later'),
  visa('4000000000003220', 'with 3-D Secure', 'challenged'),
  visa('4000002760003184', 'with 3-D Secure at every payment', 'challenged always', {
    decline: UNAUTHENTICATED,
  }),
  visa('4000008400001629', 'that is declined after 3-D Secure', 'challenged, then declined', {
    decline: bank('generic_decline'),
  }),
  declined(
    '4000000000009995',
    'without enough money',
    bank('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  declined('4000000000009987', 'that was lost', bank('lost_card')),
  declined('4000000000009979', 'that was stolen', bank('stolen_card')),
  declined('4000000000006975', 'that was used too often', bank('card_velocity_exceeded')),
  declined('4100000000000019', 'that the provider blocks', bank('fraudulent')),
  declined('4000000000000069', 'that has expired', own('expired_card', 'Your card has expired.')),
  declined(
    '4000000000000127',
    'with a wrong security code',
    own('incorrect_cvc', 'Your card’s security code is incorrect.'),
  ),
  declined(
    '4000000000000119',
    'that cannot be processed',
    own('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  visa('4000000000002685', 'that pays and is disputed as not received', 'disputed', {
    dispute: 'product_not_received',
  }),
  visa('4000000000005423', 'that pays and is reported as stolen', 'warned'),
  {
    number: '000123456789',
    brand: 'bank',
    label: 'Bank debit that pays in days',
    outcome: 'pays later',
    isDebit: true,
  },
  {
    number: '000111111116',
    brand: 'bank',
    label: 'Bank debit that fails in days',
    outcome: 'fails later',
    isDebit: true,
  },
];

export function testCard(number: unknown): TestCard | null {
  return TEST_CARDS.find((card) => card.number === number) ?? null;
}

/** Why a card is declined now, or null. @param isPresent whether the buyer is at the page and has passed what it asked */
export function declineOf(card: TestCard, isPresent: boolean): Decline | null {
  const { outcome, decline = bank('generic_decline') } = card;
  if (outcome === 'declined' || outcome === 'challenged, then declined') return decline;
  if (!isPresent && (outcome === 'declined later' || outcome === 'challenged always')) return decline;
  return null;
}

/** Whether a card asks for 3-D Secure at the payment page. */
export function asksForAuthentication({ outcome }: TestCard): boolean {
  return outcome.startsWith('challenged');
}

/** The provider's tokens for test cards. */
const BY_TOKEN: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeCustomerFail: '4000000000000341',
};

export function cardByToken(token: unknown): TestCard | null {
  return typeof token === 'string' ? testCard(BY_TOKEN[token]) : null;
}
