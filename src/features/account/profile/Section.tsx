import { type ReactNode, useId } from 'react';

/** One thing that can be changed, on its own surface. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card grid gap-4 p-5 sm:p-6" aria-labelledby={id}>
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

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  value: string;
  onChange: (value: string) => void;
  autoComplete?: string;
  hint?: string;
  error?: string | undefined;
  minLength?: number;
}

export function Field({ label, name, hint, error, onChange, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field"
        id={id}
        name={name}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
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

/** A form that sends by a verb instead of loading a page. */
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
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (!busy) onSend();
  };
  return (
    <form className="grid gap-4" onSubmit={send}>
      {children}
      <div>
        <button className="btn btn-small" type="submit" disabled={disabled} aria-busy={busy}>
          {label}
        </button>
      </div>
    </form>
  );
}
