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

/** The label of a facet's value. */
export function valueText(facet: Facet, value: string): string {
  const labelIn = (names: Record<string, string>) =>
    Object.hasOwn(names, value) ? (names[value] ?? value) : value;
  switch (facet) {
    case 'type':
      return labelIn(FACETS.type.values);
    case 'scale':
      return labelIn(FACETS.scale.values);
    case 'supports':
      return labelIn(FACETS.supports.values);
    case 'source':
      return labelIn(ENTITLEMENT_SOURCES);
    case 'state':
      return labelIn(LIBRARY_STATES);
    case 'print':
      return labelIn(PRINT_STATE_TEXTS);
    case 'month':
      return monthText(value);
    case 'store':
      return value;
  }
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "November 2026" for "2026-11"; an invalid month from the URL is returned as it is. */
function monthText(month: string): string {
  const first = Date.parse(`${month}-01`);
  return Number.isNaN(first) ? month : MONTHS.format(first);
}
