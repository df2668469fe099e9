import { ENTITLEMENT_SOURCES } from '../../domain/entitlement.ts';
import { FACETS } from '../../domain/facets.ts';
import {
  LIBRARY_STATES,
  type LibraryFacet,
  type LibraryList,
  PRINT_STATE_TEXTS,
} from '../../domain/library.ts';

export const FACET_LABELS: Record<LibraryFacet, string> = {
  store: 'Artist',
  type: 'Kind',
  scale: 'Scale',
  supports: 'Supports',
  source: 'From',
  month: 'Received',
  state: 'Files',
  print: 'Print',
  list: 'List',
};

/** A facet's value as a person reads it. */
export function valueText(facet: LibraryFacet, value: string, lists: readonly LibraryList[]): string {
  const named = (names: Record<string, string>) => names[value] ?? value;
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
    case 'list':
      return lists.find(({ id }) => id === value)?.name ?? 'A list that is gone';
    case 'month':
      return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(`${value}-01`),
      );
    case 'store':
      return value;
  }
}
