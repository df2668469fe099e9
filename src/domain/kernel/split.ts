import type { Cents } from './money.ts';

/**
 * Divides a whole number of cents by weight so that the parts add up exactly (largest remainder method: the cents left
 * over go to the largest fractions, earlier ones first). No part exceeds its weight while `total` does not exceed the
 * sum of the weights.
 * @param weights whole numbers ≥ 0; all 0 gives all 0 and then `total` must be 0.
 * @throws RangeError where a number is out of its range.
 */
export function splitByWeight(total: Cents, weights: readonly number[]): Cents[] {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not an amount: ${total}`);
  let sum = 0;
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`not a weight: ${weight}`);
    sum += weight;
  }
  if (sum === 0) {
    if (total !== 0) throw new RangeError('nothing to divide by');
    return weights.map(() => 0);
  }
  // A product of two numbers beyond 2^53 is not exact, so BigInt is used.
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight));
  const parts = exact.map((share) => Number(share / BigInt(sum)));
  const left = total - parts.reduce((whole, part) => whole + part, 0);
  const order = exact
    .map((share, at) => ({ at, fraction: share % BigInt(sum) }))
    .sort((a, b) => (a.fraction === b.fraction ? a.at - b.at : a.fraction > b.fraction ? -1 : 1));
  for (const { at } of order.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
