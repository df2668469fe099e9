import { ENTITLEMENT_SOURCES } from '../../../../domain/catalogue/entitlement.ts';
import { FACETS } from '../../../../domain/catalogue/facets.ts';
import { LIBRARY_STATES, type LibraryFacet, PRINT_STATE_TEXTS } from '../../../../domain/library/library.ts';

type Facet = Exclude<LibraryFacet, 'list'>;

export const FACET_LABELS: Record<Facet, string> = {
  store: 'Artist',
  type: 'Kind',
  scale: 'Scale',
  supports: 'Supports',
  source: 'From',
  month: 'Received',
  state: 'Files',
  print: 'Print',
};

/** A facet's value as a person reads it. */
export function valueText(facet: Facet, value: string): string {
  const named = (names: Record<string, string>) =>
    Object.hasOwn(names, value) ? (names[value] ?? value) : value;
  switch (facet) {
    case 'type':
      return named(FACETS.type.values);
    case 'scale':
      return named(FACETS.scale.values);
    case 'supports':
      return named(FACETS.supports.values);
    case 'source':
      return named(ENTITLEMENT_SOURCES);
    case 'state':
      return named(LIBRARY_STATES);
    case 'print':
      return named(PRINT_STATE_TEXTS);
    case 'month':
      return monthText(value);
    case 'store':
      return value;
  }
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "November 2026" of "2026-11"; what is no month stays as it was written into the address. */
function monthText(month: string): string {
  const first = Date.parse(`${month}-01`);
  return Number.isNaN(first) ? month : MONTHS.format(first);
}
