/** The test cards, with the numbers of the provider's test mode. */
export const TEST_CARDS = [
  { number: '4242424242424242', brand: 'visa', label: 'Visa that pays', outcome: 'pays' },
  { number: '5555555555554444', brand: 'mastercard', label: 'Mastercard that pays', outcome: 'pays' },
  { number: '4000000000000002', brand: 'visa', label: 'Visa that is declined', outcome: 'declined' },
  { number: '4000000000000259', brand: 'visa', label: 'Visa that pays and is disputed', outcome: 'disputed' },
  {
    number: '4000000000000341',
    brand: 'visa',
    label: 'Visa that pays now and is declined later',
    outcome: 'declined later',
  },
] as const;
export type TestCard = (typeof TEST_CARDS)[number];

export function testCard(number: unknown): TestCard | null {
  return TEST_CARDS.find((card) => card.number === number) ?? null;
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
