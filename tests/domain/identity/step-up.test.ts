import { expect, it } from 'vitest';
import { refundNeedsStepUp, STEP_UP_REFUND_CENTS } from '../../../src/domain/identity/step-up.ts';

it('a refund above a hundred dollars needs a fresh proof, one of a hundred does not', () => {
  expect(STEP_UP_REFUND_CENTS).toBe(10_000);
  expect(refundNeedsStepUp(10_000)).toBe(false);
  expect(refundNeedsStepUp(10_001)).toBe(true);
});
