import { expect, it } from 'vitest';
import {
  DOME,
  flashes,
  KEY,
  RIMS,
} from '../../../../src/features/catalogue/product/account/studio/lights.ts';
import { pictureAlt } from '../../../../src/features/catalogue/product/account/studio/paints.ts';

it('the mean of all flashes is the light of the lamps, and every flash comes from above', () => {
  const all = flashes(144);
  expect(all.length).toBeGreaterThan(140);
  const mean = all.reduce((sum, { bright }) => sum + bright, 0) / all.length;
  const lamps = [KEY, ...RIMS, DOME].reduce((sum, { bright }) => sum + bright, 0);
  expect(mean).toBeCloseTo(lamps, 6);
  for (const { from } of all) {
    expect(Math.hypot(...from)).toBeCloseTo(1, 6);
    expect(from[1]).toBeGreaterThan(0);
  }
});

it('a fifth of the flashes is close to the final light, so that slow machines can stop early', () => {
  const all = flashes(144);
  const meanOf = (list: typeof all) => list.reduce((sum, { bright }) => sum + bright, 0) / list.length;
  expect(meanOf(all.slice(0, 28)) / meanOf(all)).toBeGreaterThan(0.93);
  expect(meanOf(all.slice(0, 28)) / meanOf(all)).toBeLessThan(1.07);
});

it('describes a picture within the length limit', () => {
  expect(pictureAlt('Cairn Golem', 'moss', 'from the left', 300)).toBe(
    'Cairn Golem in moss, seen from the left.',
  );
  expect(pictureAlt('Cairn Golem', 'own', 'from the left', 300)).toContain('painted in one colour');
  const long = pictureAlt('Golem '.repeat(80), 'moss', 'from the left', 300);
  expect(long.length).toBeLessThanOrEqual(300);
  expect(long).toMatch(/ in moss, seen from the left\.$/);
});
