import { BASE_SIZES, FACET_NAMES, FACETS, facetWord } from '../facets.ts';
import { LAYER_STEPS, scaleStepOf } from '../print/print-settings.ts';
import type { FilterName } from './search-params.ts';

/**
 * How people type what buyers can tick: the one list of spellings. Search texts are read by it (`typed-facets.ts`), and its
 * labels are the words under which products are found (`search-doc.ts`). Words in lower case, separated by commas; spaces and
 * hyphens do not matter, so "pre supported" is also "presupported" and "pre-supported". A spelling of several values of one
 * filter means any of them.
 */
const FURTHER: Partial<Record<FilterName, Readonly<Record<string, string>>>> = {
  type: {
    figure: 'figures',
    mount: 'mounts',
    vehicle: 'vehicles',
    terrain: 'terrains, terrain piece, terrain pieces, scenery',
    base: 'bases',
    prop: 'props',
    bust: 'busts',
  },
  genre: {
    fantasy:
      'dnd, d&d, d and d, 5e, dungeons and dragons, dungeons & dragons, for dnd, for d&d, for 5e, for pathfinder',
    'sci-fi': 'science fiction',
    historical: 'historic, historicals',
  },
  scale: {
    '6': '1:285, 1:300',
    '10': '1:144, 1:160',
    '15': '1:100',
    '20': '1:72, 1:76',
    '28': '1:56, 1:60, 28-32 mm, 28/32 mm',
    '32': '1:50, 1:52, 28-32 mm, 28/32 mm',
    '35': '1:48',
    '54': '1:32',
    '75': '1:24',
    free: 'any scale, all scales, scaleless',
  },
  supports: {
    unsupported:
      'not supported, non supported, not presupported, no presupports, unsupported files, without supports',
    presupported:
      'supported, presupports, with supports, with presupports, supports included, supports are included, including supports, ' +
      'incl supports, supported files, comes supported',
    slicer_project: 'slicer projects, slicer file, slicer files',
    support_free:
      'no supports, no support, without supports, without support, no supports needed, no support needed, needs no supports, ' +
      'no supports required, supportless, free of supports, supports free',
  },
  printer: {
    resin: 'sla, msla, dlp',
    fdm: 'fdm, fff, filament, pla, petg',
  },
  parts: {
    single: 'single part, in one piece, one part',
    multipart: 'multiple parts, multi piece, in parts, in several parts',
  },
  price: { free: 'free, for free, freebie, freebies, gratis, at no cost' },
  sale: { yes: 'on sale, sale, discounted, on offer, with a discount' },
  licence: {
    personal: 'personal licence, personal license, personal use',
    merchant:
      'merchant licence, merchant license, commercial licence, commercial license, commercial use, commercially licensed',
  },
  material: {
    tough_resin: 'tough resin, flexible resin, abs like resin',
    pla: 'pla filament',
    petg: 'petg filament',
    abs: 'abs filament, asa filament',
  },
  prints: { any: 'with photos, with photos of prints, photos of prints' },
  rating: {
    '4-up': '4 stars, 4+ stars, 4 stars and up, 4 stars or more, at least 4 stars',
    '3-up': '3 stars, 3+ stars, 3 stars and up, 3 stars or more, at least 3 stars',
    '2-up': '2 stars, 2+ stars, 2 stars and up, 2 stars or more, at least 2 stars',
  },
  ai: {
    none: 'no ai, not ai, without ai, made without ai, ai free, made without generative ai',
    assisted: 'ai assisted',
    generated: 'ai generated, made with ai, ai made',
  },
};

/** What holds a spelling and means something else: it stays a text. */
const OTHER_THINGS =
  'free hand, free hands, free company, free folk, free guild, free city, free cities, free people, free peoples, free standing, ' +
  'free form, free fall, free league, hands free, royalty free, drm free, for sale, ' +
  'with base, with bases, with a base, on base, on bases, on a base, and base, and bases, no base, no bases, without base, ' +
  'without bases, without a base, base included, bases included, including base, including bases, base coat, base camp, home base, ' +
  'moon base, space base, army base, military base, base size, base insert, base inserts, base topper, base toppers, ' +
  'mount doom, figure head, action figure, action figures, resin vat, resin tank, resin bottle, filament spool, filament holder, ' +
  'filament rack, filament dryer';

/** Layers as people write them, in mm. */
const LAYERS_MM = [0.01, 0.02, 0.025, 0.03, 0.04, 0.05, 0.08, 0.1, 0.12, 0.15, 0.16, 0.2, 0.25, 0.28, 0.3];

const listed = (texts: string): string[] => texts.split(', ');
const inMm = (values: object) => Object.keys(values).filter((value) => Number(value) > 0);

/** What a spelling stands for: values of one filter, any of which is meant; null for another thing, which stays a text. */
export type Spelled = { name: FilterName; values: readonly string[] } | null;

/**
 * A typed word as spellings are compared: in lower case, without marks, spaces and hyphens. Signs of numbers stay between
 * digits ("1:56", "0.05"), and "1/56" is "1:56".
 */
export function plainSpelling(typed: string): string {
  return typed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=\p{N}),(?=\p{N}\p{N}(?!\p{N}))/gu, '.')
    .replace(/[^\p{L}\p{N}&:/$.+<>]/gu, '')
    .replace(/(?<!\p{N})[.:/]|[.:/](?!\p{N})/gu, '')
    .replaceAll('/', ':');
}

/** All spellings by their plain form. */
export const FACET_SPELLINGS: ReadonlyMap<string, Spelled> = spellings();

function spellings(): Map<string, Spelled> {
  const map = new Map<string, Spelled>();
  const mean = (name: FilterName, value: string, text: string) => {
    const key = plainSpelling(text);
    const before = map.get(key);
    if (before && before.name !== name)
      throw new Error(`“${text}” is a spelling of ${before.name} and ${name}`);
    map.set(key, { name, values: [...new Set([...(before?.values ?? []), value])] });
  };
  for (const facet of FACET_NAMES)
    for (const value of Object.keys(FACETS[facet].values)) mean(facet, value, facetWord(facet, value));
  for (const mm of inMm(FACETS.scale.values))
    for (const text of [
      `${mm} millimetres`,
      `${mm} millimeters`,
      `${mm} mm scale`,
      `scale ${mm} mm`,
      `scale ${mm}`,
    ])
      mean('scale', mm, text);
  for (const mm of inMm(BASE_SIZES))
    for (const head of ['base', 'base size', 'based on', 'on'])
      mean('base', mm, head === 'on' ? `on ${mm} mm base` : `${head} ${mm} mm`);
  for (const mm of inMm(BASE_SIZES))
    for (const text of [
      `on a ${mm} mm base`,
      `on ${mm} mm bases`,
      `with ${mm} mm base`,
      `with a ${mm} mm base`,
    ])
      mean('base', mm, text);
  for (const mm of LAYERS_MM)
    for (const what of ['layer', 'layers', 'layer height'])
      mean('layer', scaleStepOf(LAYER_STEPS, mm) ?? '', `${mm} mm ${what}`);
  for (const [name, values] of Object.entries(FURTHER))
    for (const [value, texts] of Object.entries(values))
      for (const text of listed(texts)) mean(name as FilterName, value, text);
  for (const text of listed(OTHER_THINGS)) map.set(plainSpelling(text), null);
  // A size of something: "32 mm bases" are goods, "75 mm tall" is a height.
  for (const mm of inMm({ ...FACETS.scale.values, ...BASE_SIZES }))
    for (const of of [
      'base',
      'bases',
      'round base',
      'round bases',
      'tall',
      'high',
      'wide',
      'long',
      'round',
      'square',
      'x',
    ])
      map.set(plainSpelling(`${mm} mm ${of}`), null);
  return map;
}
