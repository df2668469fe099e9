import { cleanLine, textRefusal } from '../../kernel/clean-text.ts';
import { BUILD_SIDE_MM, type BuildVolume, isBuildSide } from './build-volume.ts';
import { type PrintNeeds, platesText } from './plates.ts';
import { PRINTER_NAME_MAX } from './print-settings.ts';
import { resinCostText, resinText } from './resin.ts';

/** The most printers of a person. */
export const PRINTERS_MAX = 12;

/** Currencies of resin prices: all have cents, or their like. */
export const RESIN_CURRENCIES = [
  ...(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'] as const),
] as const;
export type ResinCurrency = (typeof RESIN_CURRENCIES)[number];

/** The highest price of a litre of resin, in hundredths of its currency. */
export const RESIN_PRICE_MAX = 1_000_000;

/** A person's printer, in the account or in a browser. */
export interface MyPrinter {
  /** Of the record; a stranger's printer has one of the same form, made in the browser. */
  id: string;
  name: string;
  volume: BuildVolume;
  /** What a litre of resin costs, in hundredths of the currency; null if unknown, or for filament. */
  resinCents: number | null;
  currency: ResinCurrency;
}

/** A printer as it is entered. */
export type PrinterInput = Omit<MyPrinter, 'id'>;
export type PrinterField = 'name' | 'x' | 'y' | 'z' | 'resinCents' | 'currency';

/** What is wrong with a printer, one sentence per field; empty if it is valid. */
export function printerRefusals(printer: PrinterInput): Partial<Record<PrinterField, string>> {
  const refusals: ReturnType<typeof printerRefusals> = {};
  const name = textRefusal(printer.name, { min: 1, max: PRINTER_NAME_MAX, what: 'the name of the printer' });
  if (name !== null) refusals.name = name;
  for (const side of ['x', 'y', 'z'] as const) {
    if (!isBuildSide(printer.volume[side]))
      refusals[side] =
        `Enter millimetres from ${BUILD_SIDE_MM.min} to ${BUILD_SIDE_MM.max}, with two decimals at most.`;
  }
  const { resinCents, currency } = printer;
  if (
    resinCents !== null &&
    !(Number.isSafeInteger(resinCents) && resinCents > 0 && resinCents <= RESIN_PRICE_MAX)
  )
    refusals.resinCents = 'Enter what a litre costs, such as 35.90, or leave it empty.';
  if (!RESIN_CURRENCIES.includes(currency)) refusals.currency = 'Choose a currency from the list.';
  return refusals;
}

export type PrinterRefusal = 'too-many' | 'unknown';
export const PRINTER_REFUSAL_TEXTS: Record<PrinterRefusal, string> = {
  'too-many': `You can keep up to ${PRINTERS_MAX} printers. Remove one first.`,
  unknown: 'This printer no longer exists.',
};

/** The printer with its name cleaned for storage. */
export function cleanPrinter(printer: PrinterInput): PrinterInput {
  return { ...printer, name: cleanLine(printer.name) };
}

/** Printers kept in a browser; whatever is no valid printer is left out, and nothing throws. */
export function parsePrinters(json: string | null): MyPrinter[] {
  let stored: unknown;
  try {
    stored = JSON.parse(json ?? '[]');
  } catch {
    // Damaged: as if there were none.
    return [];
  }
  return Array.isArray(stored) ? stored.flatMap(printerFrom).slice(0, PRINTERS_MAX) : [];
}

function printerFrom(entry: unknown): MyPrinter[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { id, name, volume, resinCents, currency } = entry as Record<keyof MyPrinter, unknown>;
  const { x, y, z } = (typeof volume === 'object' && volume !== null ? volume : {}) as Record<
    string,
    unknown
  >;
  if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id) || typeof name !== 'string') return [];
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return [];
  if (resinCents !== null && typeof resinCents !== 'number') return [];
  const printer = { id, name, volume: { x, y, z }, resinCents, currency: currency as ResinCurrency };
  return Object.keys(printerRefusals(printer)).length === 0 ? [printer] : [];
}

/** An amount in a currency of resin prices: "€0.41". @param cents hundredths, a whole number. */
export function resinMoney(cents: number, currency: ResinCurrency): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
}

/**
 * What printing takes on a printer: "fits on one plate · 10.8 ml of resin, about €0.44 with supports"; null if nothing about it
 * is known.
 */
export function printingText(needs: PrintNeeds, printer: MyPrinter): string | null {
  const plates = platesText(needs, printer.volume);
  const { resin } = needs;
  const money = (cents: number) => resinMoney(cents, printer.currency);
  const cost =
    resin === null || printer.resinCents === null
      ? null
      : `${resinText(resin)} of resin, ${resinCostText(resin, printer.resinCents, money)}${resin.basis === 'support-free' ? '' : ' with supports'}`;
  const parts = [plates, cost].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}
