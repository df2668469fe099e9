import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
}

/** A choice of one value, marked where it narrows something. */
export function FacetSelect({ label, value, options, onChange }: Props) {
  const id = useId();
  const on = value !== '' && label !== 'Sort';
  return (
    <span
      className={`inline-flex min-h-11 max-w-full flex-none items-center gap-2 rounded-full border px-4 text-sm ${on ? 'border-verdigris bg-card text-ink' : 'border-line bg-card text-ink-2'}`}
    >
      <label htmlFor={id} className="flex-none">
        {label}
      </label>
      <select
        id={id}
        className="min-w-0 max-w-40 rounded bg-card py-2 font-semibold text-ink"
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
