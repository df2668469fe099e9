import { describe, expect, it } from 'vitest';
import {
  beginningLook,
  storedLook,
} from '../../../../src/features/catalogue/product/account/studio/last-look.ts';
import {
  DOME,
  flashes,
  KEY,
  RIMS,
} from '../../../../src/features/catalogue/product/account/studio/lights.ts';
import { pictureAlt } from '../../../../src/features/catalogue/product/account/studio/paints.ts';
import {
  turnedBy,
  turntablePoses,
  turntableText,
} from '../../../../src/features/catalogue/product/account/studio/turntable.ts';
import { sideSeen } from '../../../../src/features/catalogue/product/model-view/pose.ts';

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

describe('the turntable', () => {
  const POSE = { turn: -25, tilt: 14, near: 1.5, across: 0.1, up: 0 };

  it('takes eight views in equal steps of one turn, beginning with the one that is shown', () => {
    const poses = turntablePoses(POSE, 12);
    expect(poses.map(({ turn }) => turn)).toEqual([-25, 20, 65, 110, 155, -160, -115, -70]);
    expect(poses[0]).toEqual(POSE);
    expect(poses.every(({ tilt, near, across }) => tilt === 14 && near === 1.5 && across === 0.1)).toBe(true);
    expect(new Set(poses.map(sideSeen)).size).toBe(8);
  });

  it.each([
    [12, 8],
    [8, 8],
    [7, 4],
    [4, 4],
    [3, 0],
    [0, 0],
  ])('a product with room for %i pictures gets %i, never half a turn', (room, views) => {
    expect(turntablePoses(POSE, room)).toHaveLength(views);
    const said = views === 0 ? 'remove some first' : `takes ${views} pictures`;
    expect(turntableText(room, false)).toContain(said);
    expect(turntableText(room, true)).toContain(said);
    expect(turntableText(room, true)).toContain('hort video of one turn');
  });

  it('a video begins and ends with the view that is shown', () => {
    expect(turnedBy(POSE, 0)).toEqual(POSE);
    expect(turnedBy(POSE, 1)).toEqual(POSE);
    expect(turnedBy(POSE, 0.5).turn).toBe(155);
  });
});

it.each([
  ['nothing', null],
  ['a text', 'moss'],
  ['names that are gone', { paint: 'gold', backdrop: 'constructor', own: 'red' }],
])('the studio begins with what is stored, but not with %s', (_, stored) => {
  expect(storedLook({ paint: 'moss', backdrop: 'night', own: '#123456' })).toEqual({
    ...{ paint: 'moss', backdrop: 'night', own: '#123456' },
  });
  expect(storedLook(stored)).toEqual({ paint: 'primer', backdrop: 'slate', own: '#7a5aa0' });
});

it('pictures of one store begin with the same background in every browser', () => {
  expect(beginningLook('').backdrop).toBe('slate');
  expect(beginningLook('night')).toMatchObject({ paint: 'primer', backdrop: 'night' });
  expect(beginningLook('#c02020').backdrop).toBe('#c02020');
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
