import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanPrintSettings,
  NO_PRINT_SETTINGS,
  type PrintSettings,
  printSettingRows,
  printSettingsLine,
  printSettingsRefusals,
  typedNumber,
} from '../../../../src/domain/catalogue/print/print-settings.ts';

const fields = (settings: Partial<PrintSettings>) =>
  Object.keys(printSettingsRefusals({ ...NO_PRINT_SETTINGS, ...settings }));

describe('print settings', () => {
  it('are all optional', () => {
    expect(printSettingsRefusals(NO_PRINT_SETTINGS)).toEqual({});
    expect(printSettingsLine(NO_PRINT_SETTINGS)).toBe('');
    expect(printSettingRows(NO_PRINT_SETTINGS)).toEqual([]);
  });

  it('hold numbers in their unit’s range and refuse the rest by field', () => {
    expect(fields({ layerMm: 0.05, exposureS: 2.5, material: 'resin' })).toEqual([]);
    for (const layerMm of [0, 50, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(fields({ layerMm }), String(layerMm)).toEqual(['layerMm']);
    for (const exposureS of [0, 121, -1, Number.NaN])
      expect(fields({ exposureS }), String(exposureS)).toEqual(['exposureS']);
    expect(fields({ printer: 'x'.repeat(81) })).toEqual(['printer']);
    expect(fields({ material: 'toString' as 'resin', supports: 'constructor' as 'none' })).toEqual([
      'supports',
      'material',
    ]);
  });

  it('know that filament is not exposed', () => {
    expect(fields({ exposureS: 2.5, material: 'pla' })).toEqual(['exposureS']);
    expect(fields({ exposureS: 2.5, material: null })).toEqual([]);
  });

  it('read as one line and as rows', () => {
    const settings: PrintSettings = {
      ...{ layerMm: 0.05, exposureS: 2.5, supports: 'presupported', material: 'resin', printer: 'Mars 5' },
    };
    expect(printSettingsLine(settings)).toBe('Mars 5 · Resin · 0.05 mm layers · 2.5 s · Pre-supported');
    expect(printSettingRows(settings)).toContainEqual({ label: 'Layer height', value: '0.05 mm' });
  });

  it('stay valid, and the same, when they are cleaned again', () => {
    const settings = fc.record({
      layerMm: fc.option(fc.double({ min: 0.01, max: 1.2, noNaN: true })),
      exposureS: fc.option(fc.double({ min: 0.1, max: 120, noNaN: true })),
      supports: fc.constantFrom('none' as const, 'added' as const, null),
      material: fc.constantFrom('resin' as const, null),
      printer: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(settings, (typed) => {
        const clean = cleanPrintSettings(typed);
        expect(cleanPrintSettings(clean)).toEqual(clean);
        expect(printSettingsRefusals({ ...clean, printer: '' })).toEqual({});
      }),
    );
  });
});

it('a layer height is read while it is typed: "0." is a number on its way, with a comma, too', () => {
  expect(['', ' ', '0.', '0,05', '.05', '2', '1e3', 'abc', '-1', '0x1'].map(typedNumber)).toEqual([
    ...[null, null, 0, 0.05, 0.05, 2, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  ]);
});
