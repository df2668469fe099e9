import { cleanLine, textRefusal } from '../../kernel/clean-text.ts';

/** How a model was printed, or how its seller advises to print it: what slicers ask for, as fields. */

export const MATERIALS = {
  resin: 'Resin',
  tough_resin: 'Tough or flexible resin',
  pla: 'PLA filament',
  petg: 'PETG filament',
  abs: 'ABS or ASA filament',
  other: 'Another material',
} as const;
export type Material = keyof typeof MATERIALS;
export const MATERIAL_NAMES = Object.keys(MATERIALS) as [Material, ...Material[]];

/** Materials that are laid down as a thread and not cured by light. */
const FILAMENTS: readonly Material[] = ['pla', 'petg', 'abs'];

export const PRINT_SUPPORTS = {
  none: 'No supports',
  added: 'Supports added',
  presupported: 'Pre-supported',
} as const;
export type PrintSupports = keyof typeof PRINT_SUPPORTS;
export const PRINT_SUPPORT_NAMES = Object.keys(PRINT_SUPPORTS) as [PrintSupports, ...PrintSupports[]];

export interface PrintSettings {
  /** Height of a layer in mm; null if not given. */
  layerMm: number | null;
  /** How long a layer of resin is lit, in seconds; null if not given. */
  exposureS: number | null;
  supports: PrintSupports | null;
  material: Material | null;
  /** The printer's name; "" if not given. */
  printer: string;
}

export const NO_PRINT_SETTINGS: PrintSettings = {
  layerMm: null,
  exposureS: null,
  supports: null,
  material: null,
  printer: '',
};

/** Smallest and largest layer in mm: fine resin, and filament from a nozzle of 1.6 mm. */
export const LAYER_MM = { min: 0.01, max: 1.2 } as const;
/** Shortest and longest exposure of a layer in seconds: laser and mono screens, and old colour screens. */
export const EXPOSURE_S = { min: 0.1, max: 120 } as const;
/** The longest name of a printer, in characters. */
export const PRINTER_NAME_MAX = 80;

/** A step of a scale that search counts by: values up to and with `to`, above the step before it. */
export interface ScaleStep {
  value: string;
  label: string;
  to: number;
}
/** Steps of the layer height, in mm: the finest resin, usual resin, coarse resin and fine filament, filament. */
export const LAYER_STEPS: readonly ScaleStep[] = [
  { value: 'to-0.03', label: 'Up to 0.03 mm', to: 0.03 },
  { value: '0.03-0.05', label: '0.03 to 0.05 mm', to: 0.05 },
  { value: '0.05-0.1', label: '0.05 to 0.1 mm', to: 0.1 },
  { value: '0.1-0.2', label: '0.1 to 0.2 mm', to: 0.2 },
  { value: 'over-0.2', label: 'Over 0.2 mm', to: Number.POSITIVE_INFINITY },
];
/** Steps of the exposure of a layer, in seconds. */
export const EXPOSURE_STEPS: readonly ScaleStep[] = [
  { value: 'to-2', label: 'Up to 2 s', to: 2 },
  { value: '2-3', label: '2 to 3 s', to: 3 },
  { value: '3-5', label: '3 to 5 s', to: 5 },
  { value: '5-10', label: '5 to 10 s', to: 10 },
  { value: 'over-10', label: 'Over 10 s', to: Number.POSITIVE_INFINITY },
];
/** The labels of steps by their values. */
export const stepLabels = (steps: readonly ScaleStep[]): Record<string, string> =>
  Object.fromEntries(steps.map(({ value, label }) => [value, label]));
/** The step that a number lies in; null for none. */
export function scaleStepOf(steps: readonly ScaleStep[], number: number | null): string | null {
  return number === null ? null : (steps.find(({ to }) => number <= to)?.value ?? null);
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max;

/** What is wrong with print settings, one sentence per field; empty if they are valid. NaN counts as out of range. */
export function printSettingsRefusals(settings: PrintSettings): Partial<Record<keyof PrintSettings, string>> {
  const { layerMm, exposureS, supports, material, printer } = settings;
  const refusals: ReturnType<typeof printSettingsRefusals> = {};
  if (layerMm !== null && !isWithin(layerMm, LAYER_MM))
    refusals.layerMm = `Enter the layer height in mm, from ${LAYER_MM.min} to ${LAYER_MM.max}.`;
  if (exposureS !== null && !isWithin(exposureS, EXPOSURE_S))
    refusals.exposureS = `Enter the exposure in seconds, from ${EXPOSURE_S.min} to ${EXPOSURE_S.max}.`;
  else if (exposureS !== null && material !== null && FILAMENTS.includes(material))
    refusals.exposureS = 'Only resin is exposed. Leave this empty for filament.';
  if (supports !== null && !Object.hasOwn(PRINT_SUPPORTS, supports))
    refusals.supports = 'Choose the supports from the list.';
  if (material !== null && !Object.hasOwn(MATERIALS, material))
    refusals.material = 'Choose a material from the list.';
  const name = textRefusal(printer, { min: 0, max: PRINTER_NAME_MAX, what: 'the name of the printer' });
  if (name !== null) refusals.printer = name;
  return refusals;
}

/** The settings as they are stored: the layer to the micrometre, the exposure to the hundredth of a second. */
export function cleanPrintSettings(settings: PrintSettings): PrintSettings {
  const { layerMm, exposureS, supports, material, printer } = settings;
  return {
    layerMm: layerMm === null ? null : Math.round(layerMm * 1000) / 1000,
    exposureS: exposureS === null ? null : Math.round(exposureS * 100) / 100,
    supports,
    material,
    printer: cleanLine(printer),
  };
}

/**
 * A number as people type it, with a comma or a point: null for an empty text, NaN for what is no number. Leaves the
 * range to the rule.
 */
export function typedNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** The given settings as labels and values, in the order a slicer asks for them; empty if none is given. */
export function printSettingRows(settings: PrintSettings): { label: string; value: string }[] {
  const { layerMm, exposureS, supports, material, printer } = settings;
  const rows: [string, string | null][] = [
    ['Printer', printer === '' ? null : printer],
    ['Material', material === null ? null : MATERIALS[material]],
    ['Layer height', layerMm === null ? null : `${layerMm} mm`],
    ['Exposure', exposureS === null ? null : `${exposureS} s a layer`],
    ['Supports', supports === null ? null : PRINT_SUPPORTS[supports]],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** The settings in one line, such as "Mars 5 · Resin · 0.05 mm layers · 2.5 s · Pre-supported"; "" if none is given. */
export function printSettingsLine(settings: PrintSettings): string {
  const { layerMm, exposureS, supports, material, printer } = settings;
  return [
    printer,
    material === null ? '' : MATERIALS[material],
    layerMm === null ? '' : `${layerMm} mm layers`,
    exposureS === null ? '' : `${exposureS} s`,
    supports === null ? '' : PRINT_SUPPORTS[supports],
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
