import { Check } from '../Form.tsx';

interface ChecksProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; hint?: string | undefined; disabled?: boolean }[];
  chosen: readonly Value[];
  error?: string | undefined;
  /** Receives what is chosen then, in the order in which it was ticked. */
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes of which any number is ticked. */
export const Checks = <Value extends string>({
  legend,
  options,
  chosen,
  error,
  onChange,
}: ChecksProps<Value>) => (
  <fieldset>
    <legend className="label">{legend}</legend>
    {options.map(({ value, ...option }) => (
      <Check
        key={value}
        {...option}
        checked={chosen.includes(value)}
        onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
      />
    ))}
    {error && (
      <p className="error" role="alert">
        {error}
      </p>
    )}
  </fieldset>
);
