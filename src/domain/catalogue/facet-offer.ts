import { cleanLine } from '../kernel/clean-text.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';
import { FACET_NAMES, FACETS, type Facet, facetLabel, isFacetValue } from './facets.ts';

/**
 * What operators have made of the values that products are filtered by. The lists themselves are code, because the search
 * index and imports rely on them; a value is written "scale:32" here.
 */
export interface FacetOffer {
  /** Values that are offered neither as a filter nor in the product form. Products keep them. */
  hidden: string[];
  /** Other names of values. */
  names: Readonly<Record<string, string>>;
}

export const FACET_VALUE_NAME_MAX = 40;

/** A value as the setting names it. */
export const facetKey = (facet: Facet, value: string): string => `${facet}:${value}`;

const isKey = (key: string): boolean => {
  const [facet, ...rest] = key.split(':');
  const known = FACET_NAMES.find((one) => one === facet);
  return known !== undefined && isFacetValue(known, rest.join(':'));
};

/** More than there are values. */
const HIDDEN_MAX = 100;

/** Values of filters that are hidden or have other names. */
export const FACET_OFFER: SettingGroup<FacetOffer> = {
  name: 'facet-values',
  fallback: { hidden: [], names: {} },
  check(value) {
    const fields = readFields(value);
    const hidden = fields.texts('hidden', [], HIDDEN_MAX, isKey, 'There is no such value.');
    const sent = fields.raw('names') ?? {};
    const names: Record<string, string> = {};
    const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
    if (!isObject) fields.refuse('names', 'The names could not be read.');
    for (const [key, name] of Object.entries(isObject ? sent : {})) {
      const text = typeof name === 'string' && name.length <= 1000 ? cleanLine(name) : null;
      if (!isKey(key) || text === null) fields.refuse('names', 'There is no such value.');
      else if (text.length > FACET_VALUE_NAME_MAX)
        fields.refuse('names', `Use at most ${FACET_VALUE_NAME_MAX} characters for a name.`);
      else if (text !== '') names[key] = text;
    }
    for (const facet of FACET_NAMES) {
      const shown = Object.keys(FACETS[facet].values).map((v) =>
        offeredName({ names }, facet, v).toLowerCase(),
      );
      if (new Set(shown).size < shown.length)
        fields.refuse('names', `Two values of “${FACETS[facet].label}” would have the same name.`);
    }
    return fields.checked({ hidden, names });
  },
};

/** What a value is called. */
export function offeredName({ names }: Pick<FacetOffer, 'names'>, facet: Facet, value: string): string {
  const key = facetKey(facet, value);
  return Object.hasOwn(names, key) ? (names[key] ?? value) : facetLabel(facet, value);
}

/** The values of a facet that can be chosen, with their names; those chosen already stay. */
export function offeredValues(
  offer: FacetOffer,
  facet: Facet,
  chosen: readonly string[],
): [value: string, name: string][] {
  return Object.keys(FACETS[facet].values)
    .filter((value) => chosen.includes(value) || !offer.hidden.includes(facetKey(facet, value)))
    .map((value) => [value, offeredName(offer, facet, value)]);
}
