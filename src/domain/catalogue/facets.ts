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

/** Whether `value` belongs to the controlled list of `facet`. */
export function isFacetValue<F extends Facet>(facet: F, value: unknown): value is FacetValue<F> {
  return typeof value === 'string' && Object.hasOwn(FACETS[facet].values, value);
}
