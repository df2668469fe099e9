/** What buyers filter by: controlled lists of stored values and their labels. */
export const FACETS = {
  type: {
    label: 'Type',
    many: false,
    values: {
      figure: 'Figure',
      mount: 'Mount',
      vehicle: 'Vehicle',
      terrain: 'Terrain',
      base: 'Base',
      prop: 'Prop',
      bust: 'Bust',
    },
  },
  genre: {
    label: 'Genre',
    many: true,
    values: {
      fantasy: 'Fantasy',
      'sci-fi': 'Sci-fi',
      historical: 'Historical',
      modern: 'Modern',
      horror: 'Horror',
    },
  },
  scale: {
    label: 'Scale',
    many: false,
    values: {
      '6': '6 mm',
      '10': '10 mm',
      '15': '15 mm',
      '20': '20 mm',
      '28': '28 mm',
      '32': '32 mm',
      '35': '35 mm',
      '54': '54 mm',
      '75': '75 mm',
      free: 'Scale-free',
    },
  },
  supports: {
    label: 'Supports',
    many: true,
    values: {
      unsupported: 'Unsupported',
      presupported: 'Pre-supported',
      slicer_project: 'Slicer project',
      support_free: 'Support-free',
    },
  },
  printer: {
    label: 'Printer',
    many: true,
    values: { resin: 'Resin', fdm: 'Filament (FDM)' },
  },
  parts: {
    label: 'Parts',
    many: false,
    values: { single: 'Single piece', multipart: 'Multipart' },
  },
} as const;

export type Facet = keyof typeof FACETS;
export type FacetValue<F extends Facet> = keyof (typeof FACETS)[F]['values'];

/** Sizes of bases that search offers: the usual ones in mm, and one for all others. */
const USUAL_BASES = [20, 25, 28, 30, 32, 35, 40, 50, 60, 65, 70, 75, 80, 90, 100, 120, 130, 150, 160, 170];
export const BASE_SIZES: Readonly<Record<string, string>> = Object.fromEntries([
  ...USUAL_BASES.map((mm) => [String(mm), `${mm} mm`]),
  ['other', 'Another size'],
]);
/** How far a base may be from a usual size to count as that size, in mm: 28.5 mm is sold as 28 mm, too. */
const BASE_TOLERANCE_MM = 0.6;

/** The size under which search finds a base, or null without one. @param mm its longer side. */
export function baseSize(mm: number | null): string | null {
  if (mm === null) return null;
  const near = USUAL_BASES.find((usual) => Math.abs(usual - mm) <= BASE_TOLERANCE_MM);
  return near === undefined ? 'other' : String(near);
}

/** The facets of one product. A missing single value is null, a missing list is empty. */
export interface ProductFacets {
  type: FacetValue<'type'> | null;
  genre: FacetValue<'genre'>[];
  scale: FacetValue<'scale'> | null;
  supports: FacetValue<'supports'>[];
  printer: FacetValue<'printer'>[];
  parts: FacetValue<'parts'> | null;
}

export const FACET_NAMES = Object.keys(FACETS) as Facet[];

/** The label of a value, or the value itself if the list does not contain it. */
export function facetLabel(facet: Facet, value: string): string {
  const values: Record<string, string> = FACETS[facet].values;
  return Object.hasOwn(values, value) ? (values[value] ?? value) : value;
}

/** The label of a value as a word of its own: "support-free" is one, so that "free" is a word of the price alone. */
export const facetWord = (facet: Facet, value: string): string =>
  facetLabel(facet, value).replace(/-free$/, 'free');

/** The labels of a product's values as words to search by. "Free" is a word of the price alone. */
export function facetLabels(
  facets: Partial<Readonly<Record<Facet, string | readonly string[] | null>>>,
): string[] {
  return FACET_NAMES.flatMap((facet) => [facets[facet] ?? []].flat().map((value) => facetWord(facet, value)));
}

/** Whether `value` belongs to the controlled list of `facet`. */
export function isFacetValue<F extends Facet>(facet: F, value: unknown): value is FacetValue<F> {
  return typeof value === 'string' && Object.hasOwn(FACETS[facet].values, value);
}
