import {
  ORIGIN_KINDS,
  ORIGIN_LIMITS,
  ORIGIN_WORDING,
  type Origin,
  type OriginKind,
} from '../../../../../domain/catalogue/origin.ts';
import { Field } from '../../../../../ui/Form.tsx';

interface Props {
  origin: Origin | null;
  onChange: (origin: Origin) => void;
  /** How the products are called; "this product" by default. */
  what?: string;
}

/** Asks once, before the first publish, whose design it is. */
export function OriginField({ origin, onChange, what = 'this product' }: Props) {
  const choose = (kind: OriginKind) => onChange(kind === 'own' ? { kind } : { kind, from: '', licence: '' });
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Whose design is {what}?</legend>
      {(Object.keys(ORIGIN_KINDS) as OriginKind[]).map((kind) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="origin"
            className="size-5 flex-none accent-verdigris"
            checked={origin?.kind === kind}
            onChange={() => choose(kind)}
          />
          {ORIGIN_KINDS[kind]}
        </label>
      ))}
      {origin?.kind === 'licensed' && (
        <div className="grid gap-3">
          <Field
            label="From whom"
            name="origin-from"
            value={origin.from}
            maxLength={ORIGIN_LIMITS.from}
            onChange={(from) => onChange({ ...origin, from })}
          />
          <Field
            label="Which licence"
            name="origin-licence"
            value={origin.licence}
            maxLength={ORIGIN_LIMITS.licence}
            hint="Such as “CC BY 4.0”, or a written permission and its date."
            onChange={(licence) => onChange({ ...origin, licence })}
          />
        </div>
      )}
      <p className="hint">{ORIGIN_WORDING}</p>
    </fieldset>
  );
}
