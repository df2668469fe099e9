import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MyPrinter,
  PRINTERS_MAX,
  parsePrinters,
  printerRefusals,
  printingText,
} from '../../../../src/domain/catalogue/print/my-printer.ts';

const printer: MyPrinter = {
  ...{ id: 'abcdefghijklmno', name: 'Mars 5', volume: { x: 143.43, y: 89.6, z: 150 } },
  ...{ resinCents: 3500, currency: 'EUR' },
};

describe('a printer', () => {
  it('is refused by field', () => {
    const fields = (more: object) => Object.keys(printerRefusals({ ...printer, ...more }));
    expect(fields({})).toEqual([]);
    expect(fields({ resinCents: null })).toEqual([]);
    expect(fields({ name: ' ' })).toEqual(['name']);
    expect(fields({ name: 'x'.repeat(81) })).toEqual(['name']);
    expect(fields({ volume: { x: 19, y: Number.NaN, z: 2001 } })).toEqual(['x', 'y', 'z']);
    expect(fields({ volume: { x: 100.123, y: 100, z: 100 } })).toEqual(['x']);
    for (const resinCents of [0, -1, 1.5, 1_000_001, Number.NaN])
      expect(fields({ resinCents }), String(resinCents)).toEqual(['resinCents']);
    expect(fields({ currency: 'JPY' })).toEqual(['currency']);
  });

  it('is read from a browser’s storage again, and nothing else is', () => {
    expect(parsePrinters(JSON.stringify([printer]))).toEqual([printer]);
    expect(parsePrinters(JSON.stringify(Array(PRINTERS_MAX + 5).fill(printer)))).toHaveLength(PRINTERS_MAX);
    const odd = [null, 1, [], {}, { ...printer, id: '../../etc' }, { ...printer, volume: null }];
    const worse = [
      { ...printer, resinCents: '1' },
      { ...printer, currency: 'toString' },
      { ...printer, name: 1 },
    ];
    expect(parsePrinters(JSON.stringify([...odd, ...worse, printer]))).toEqual([printer]);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constant(null)), (stored) => {
        for (const found of parsePrinters(stored)) expect(printerRefusals(found)).toEqual({});
      }),
    );
  });
});

it('what printing takes names plates, resin and its cost in the printer’s currency', () => {
  const needs = {
    pieces: [{ x: 37, y: 32, z: 47 }],
    resin: { leastMl: 9.06, mostMl: 9.06, basis: 'measured' as const },
  };
  expect(printingText(needs, printer)).toBe('fits on one plate · 9.1 ml of resin, about €0.32 with supports');
  expect(printingText(needs, { ...printer, resinCents: null })).toBe('fits on one plate');
  expect(printingText({ ...needs, pieces: [] }, { ...printer, currency: 'GBP' })).toBe(
    '9.1 ml of resin, about £0.32 with supports',
  );
  expect(printingText({ pieces: [], resin: null }, printer)).toBeNull();
});
