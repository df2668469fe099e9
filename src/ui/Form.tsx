import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** A titled card for one setting. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card grid grid-cols-1 gap-4 p-5 sm:p-6" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {intro && <p className="mt-1 text-ink-2">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

interface Labelled {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
}

/** What ties a control to its label, hint and error. */
interface Tied {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A control between its label and its hint or error; an error is announced when it appears. */
function LabelledControl({
  label,
  hint,
  error,
  children,
}: Pick<Labelled, 'label' | 'hint' | 'error'> & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
      })}
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && !error && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type FieldProps = Labelled &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
    /** A prefix inside the field, such as a currency. */
    before?: string;
  };

/** A single-line text field. Required by default. */
export function Field({ label, hint, error, onChange, before, required = true, ...rest }: FieldProps) {
  return (
    <LabelledControl {...{ label, hint, error }}>
      {(tied) => {
        const input = (
          <input
            className={before ? 'field pl-8' : 'field'}
            required={required}
            {...rest}
            {...tied}
            onChange={(event) => onChange(event.target.value)}
          />
        );
        if (!before) return input;
        return (
          <span className="relative block">
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
              {before}
            </span>
            {input}
          </span>
        );
      }}
    </LabelledControl>
  );
}

type TextAreaProps = Labelled & Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'className'>;

/** A multi-line text field. */
export function TextArea({ label, hint, error, onChange, rows = 6, ...rest }: TextAreaProps) {
  return (
    <LabelledControl {...{ label, hint, error }}>
      {(tied) => (
        <textarea
          className="field min-h-24 py-2.5"
          rows={rows}
          {...rest}
          {...tied}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </LabelledControl>
  );
}

type SelectProps = Labelled & { options: readonly (readonly [value: string, label: string])[] };

/** A choice of one, as the browser's own select. */
export function Select({ label, hint, error, onChange, options, value, name }: SelectProps) {
  return (
    <LabelledControl {...{ label, hint, error }}>
      {(tied) => (
        <select
          className="field"
          name={name}
          value={value}
          {...tied}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

/** A checkbox with its label. */
export function Check({
  label,
  checked,
  onChange,
  hint,
  disabled = false,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string | undefined;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div>
      {/* The box stands beside the first line of a label that has several. */}
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-5 flex-none accent-verdigris"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && (
        // Under its label, and nearer to it than to the next box.
        <p className="hint -mt-2 mb-1.5 pl-8" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A form that calls `onSend` instead of loading a page. After a refusal, the first invalid field gets the focus. */
export function Form({
  busy,
  label,
  disabled,
  onSend,
  children,
}: {
  busy: boolean;
  label: string;
  disabled?: boolean;
  onSend: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  useEffect(() => {
    // The refused field may be far above the button.
    if (sent > 0 && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sent, busy]);
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (busy) return;
    setSent(sent + 1);
    onSend();
  };
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={send} ref={form}>
      {children}
      <div>
        <button className="btn btn-small" type="submit" disabled={disabled} aria-busy={busy}>
          {label}
        </button>
      </div>
    </form>
  );
}
