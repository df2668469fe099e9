import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  byKey,
  closer,
  dragged,
  FIRST_POSE,
  type Pose,
  shifted,
  sideSeen,
  turnedOn,
} from '../../../../src/features/catalogue/product/model-view/pose.ts';

const step = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: 0, max: 3000 }),
    )
    .map(
      ([dx, dy, px]) =>
        (pose: Pose) =>
          dragged(shifted(pose, dy, dx, px), dx, dy, px),
    ),
  fc.double({ min: 0.01, max: 100, noNaN: true }).map((factor) => (pose: Pose) => closer(pose, factor)),
  fc
    .tuple(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '-', '0'), fc.boolean())
    .map(
      ([key, shift]) =>
        (pose: Pose) =>
          byKey(pose, key, shift) ?? pose,
    ),
  fc.nat({ max: 100_000 }).map((ms) => (pose: Pose) => turnedOn(pose, ms)),
);

it('stays within its limits after any input', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const pose = steps.reduce((now, change) => change(now), FIRST_POSE);
      expect(Math.abs(pose.turn)).toBeLessThanOrEqual(180);
      expect(pose.tilt).toBeGreaterThanOrEqual(-8);
      expect(pose.tilt).toBeLessThanOrEqual(85);
      expect(pose.near).toBeGreaterThanOrEqual(0.7);
      expect(pose.near).toBeLessThanOrEqual(8);
      expect(Math.max(Math.abs(pose.across), Math.abs(pose.up))).toBeLessThanOrEqual(1.2);
      expect(byKey(pose, '0', false)).toEqual(FIRST_POSE);
    }),
  );
});

it('turns the same way by drag and key, and a full turn returns', () => {
  expect(dragged(FIRST_POSE, 100, 0, 1000).turn).toBeGreaterThan(FIRST_POSE.turn);
  expect(byKey(FIRST_POSE, 'ArrowRight', false)?.turn).toBeGreaterThan(FIRST_POSE.turn);
  expect(dragged(FIRST_POSE, 1000, 0, 1000).turn).toBeCloseTo(FIRST_POSE.turn);
  expect(turnedOn(FIRST_POSE, 18_000).turn).toBeCloseTo(FIRST_POSE.turn);
  expect(byKey(FIRST_POSE, 'Tab', false)).toBeNull();
});

it.each([
  [0, 'from the front'],
  [45, 'from the front left'],
  [90, 'from the left'],
  [180, 'from the back'],
  [-180, 'from the back'],
  [-90, 'from the right'],
  [-20, 'from the front'],
  [-30, 'from the front right'],
])('%d degrees are seen %s', (turn, text) => {
  expect(sideSeen({ ...FIRST_POSE, turn })).toBe(text);
});

it('mentions the view from above', () => {
  expect(sideSeen({ ...FIRST_POSE, turn: 0, tilt: 80 })).toBe('from above, front first');
});
