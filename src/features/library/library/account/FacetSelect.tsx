import { useId } from 'react';
import type { LibraryFacet } from '../../../../domain/library/library.ts';
import { FACET_LABELS, valueText } from './facet-labels.ts';

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  /** Whether the filter is active. */
  isOn: boolean;
  onChange: (value: string) => void;
}

/** A select that is as wide as its value and highlighted while its filter is active. */
export function LibrarySelect({ label, value, options, isOn, onChange }: SelectProps) {
  const id = useId();
  return (
    <span
      className={`inline-flex min-h-11 max-w-full flex-none items-center gap-2 rounded-full border bg-card px-4 text-sm ${isOn ? 'border-verdigris text-ink' : 'border-line text-ink-2'}`}
    >
      <label htmlFor={id} className="flex-none">
        {label}
      </label>
      <select
        id={id}
        className="field-sizing-content min-w-0 max-w-56 rounded bg-card py-2 font-semibold text-ink"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}

interface FacetProps {
  facet: Exclude<LibraryFacet, 'list'>;
  value: string | null;
  counts: ReadonlyMap<string, number>;
  onChange: (value: string | null) => void;
}

/** One facet with the number of products per value. Hidden if there is nothing to choose. */
export function FacetSelect({ facet, value, counts, onChange }: FacetProps) {
  // "New" or "printed" is a useful filter even as the only value.
  const minimum = facet === 'state' || facet === 'print' ? 1 : 2;
  if (value === null && counts.size < minimum) return null;
  const values = [...new Set([...counts.keys(), ...(value === null ? [] : [value])])];
  const options = values.map((entry) => ({
    value: entry,
    text: `${valueText(facet, entry)} (${(counts.get(entry) ?? 0).toLocaleString('en')})`,
  }));
  // Months newest first, everything else by label, with numbers by value.
  options.sort((a, b) =>
    facet === 'month'
      ? b.value.localeCompare(a.value)
      : a.text.localeCompare(b.text, 'en', { numeric: true }),
  );
  return (
    <LibrarySelect
      label={FACET_LABELS[facet]}
      value={value ?? ''}
      isOn={value !== null}
      options={[{ value: '', text: 'All' }, ...options]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
