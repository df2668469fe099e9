import { useState } from 'react';
import { FACET_OFFER, FACET_VALUE_NAME_MAX, facetKey } from '../../../../domain/catalogue/facet-offer.ts';
import { FACET_NAMES, FACETS } from '../../../../domain/catalogue/facets.ts';
import { GroupSection } from './GroupSection.tsx';
import { type AllSettings, useGroup } from './useGroup.ts';

/** Which values visitors filter by and sellers choose from, and what they are called. */
export function FacetSection({ all }: { all: AllSettings }) {
  const group = useGroup(FACET_OFFER, all);
  const { value, set } = group;
  const [refused, setRefused] = useState('');
  const problem = group.error('names');
  const rename = (key: string, name: string) => {
    const { [key]: _, ...others } = value.names;
    setRefused(key);
    set({ names: name === '' ? others : { ...others, [key]: name } });
  };
  return (
    <GroupSection
      title="Values of filters"
      intro="A value without its tick is offered neither as a filter nor to sellers. Models keep it."
      label="Save the values"
      group={group}
    >
      {FACET_NAMES.map((facet) => (
        <fieldset key={facet}>
          <legend className="label">{FACETS[facet].label}</legend>
          <ul className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
            {Object.entries(FACETS[facet].values).map(([one, name]) => {
              const key = facetKey(facet, one);
              const isOffered = !value.hidden.includes(key);
              return (
                <li key={key} className="flex items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 flex-none accent-verdigris"
                    aria-label={`Offer ${name}`}
                    checked={isOffered}
                    onChange={() =>
                      set({
                        hidden: isOffered
                          ? [...value.hidden, key]
                          : value.hidden.filter((known) => known !== key),
                      })
                    }
                  />
                  <input
                    className="field min-w-0"
                    aria-label={`Name of ${name}`}
                    maxLength={FACET_VALUE_NAME_MAX}
                    placeholder={name}
                    value={value.names[key] ?? ''}
                    aria-invalid={problem !== undefined && key === refused ? true : undefined}
                    onChange={(event) => rename(key, event.target.value)}
                  />
                </li>
              );
            })}
          </ul>
        </fieldset>
      ))}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </GroupSection>
  );
}
