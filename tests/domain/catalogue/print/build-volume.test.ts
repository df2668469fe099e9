import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseSize } from '../../../../src/domain/catalogue/facets.ts';
import {
  buildVolumeParam,
  hasRoom,
  neededRoom,
  offeredRoom,
  parseBuildVolume,
} from '../../../../src/domain/catalogue/print/build-volume.ts';
import { COMMON_PRINTERS } from '../../../../src/domain/catalogue/print/printers.ts';

const side = fc.integer({ min: 2000, max: 200_000 }).map((hundredths) => hundredths / 100);
const volume = fc.record({ x: side, y: side, z: side });
const length = fc.double({ min: 0.1, max: 300, noNaN: true });
const size = fc.record({ x: length, y: length, z: length });

describe('a build volume in an address', () => {
  it('survives a round trip, the longer side of the plate first', () => {
    fc.assert(
      fc.property(volume, ({ x, y, z }) => {
        const read = parseBuildVolume(buildVolumeParam({ x, y, z }));
        expect(read).toEqual({ x: Math.max(x, y), y: Math.min(x, y), z });
        expect(buildVolumeParam({ x, y, z })).toBe(buildVolumeParam({ x: y, y: x, z }));
      }),
    );
  });

  it('is nothing but three sides in range, and nothing throws', () => {
    for (const text of [
      '',
      '130',
      '130x80',
      '130x80x160x1',
      '130X80X160',
      '0x80x160',
      '19x80x160',
      '130x80x2001',
    ])
      expect(parseBuildVolume(text), text).toBeNull();
    for (const text of ['-130x80x160', '1e2x80x160', '130x80x160mm', ' 130x80x160', '130.123x80x160'])
      expect(parseBuildVolume(text), text).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseBuildVolume(text);
      }),
    );
    expect(parseBuildVolume('80x130x160')).toEqual({ x: 130, y: 80, z: 160 });
  });
});

it('pieces fit into a printer one by one exactly if the room that they need does', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 6 }), volume, (pieces, printer) => {
      const fits = pieces.every(
        ({ x, y, z }) =>
          z <= printer.z && ((x <= printer.x && y <= printer.y) || (y <= printer.x && x <= printer.y)),
      );
      const room = neededRoom(pieces);
      expect(room && hasRoom(offeredRoom(printer), room)).toBe(fits);
    }),
  );
  expect(neededRoom([])).toBeNull();
});

it('common printers have different names and volumes that an address can carry', () => {
  expect(new Set(COMMON_PRINTERS.map(({ name }) => name)).size).toBe(COMMON_PRINTERS.length);
  expect(COMMON_PRINTERS.length).toBeGreaterThanOrEqual(40);
  for (const { name, volume } of COMMON_PRINTERS)
    expect(parseBuildVolume(buildVolumeParam(volume)), name).not.toBeNull();
});

it('a base counts as the usual size that it is sold as', () => {
  expect([null, 25, 28.5, 31.75, 33, 400].map(baseSize)).toEqual([null, '25', '28', '32', 'other', 'other']);
});
