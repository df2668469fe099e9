/** The cards a buyer may try, as the provider's own test mode has them. */
export const TEST_CARDS = [
  { number: '4242424242424242', brand: 'visa', label: 'Visa that pays', outcome: 'pays' },
  { number: '5555555555554444', brand: 'mastercard', label: 'Mastercard that pays', outcome: 'pays' },
  { number: '4000000000000002', brand: 'visa', label: 'Visa that is declined', outcome: 'declined' },
  { number: '4000000000000259', brand: 'visa', label: 'Visa that pays and is disputed', outcome: 'disputed' },
] as const;
export type TestCard = (typeof TEST_CARDS)[number];

export function testCard(number: unknown): TestCard | null {
  return TEST_CARDS.find((card) => card.number === number) ?? null;
}
