import { useState } from 'react';
import {
  SOCIALS,
  type Social,
  STORE_LIMITS,
  type Store,
  socialRefusal,
} from '../../../../domain/catalogue/store.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** Links to the seller's other sites. */
export function SocialsSection({ store }: { store: Store }) {
  const [socials, setSocials] = useState<Partial<Record<Social, string>>>(store.socials);
  const [left, setLeft] = useState<Social[]>([]);
  const { busy, fieldError, change } = useStoreChange();
  return (
    <Section
      title="Links"
      intro="Shown as icons beside the store’s name. Leave fields empty that you do not need."
    >
      <Form busy={busy} label="Save" onSend={() => change({ socials }, 'Saved.')}>
        {(Object.keys(SOCIALS) as Social[]).map((kind) => (
          <Field
            key={kind}
            label={SOCIALS[kind]}
            name={kind}
            type="url"
            inputMode="url"
            required={false}
            placeholder="https://"
            value={socials[kind] ?? ''}
            maxLength={STORE_LIMITS.social}
            error={
              fieldError(kind) ??
              (left.includes(kind) ? (socialRefusal(kind, socials[kind] ?? '') ?? undefined) : undefined)
            }
            onBlur={() => setLeft((before) => [...before, kind])}
            onChange={(address) => setSocials((before) => ({ ...before, [kind]: address.trim() }))}
          />
        ))}
      </Form>
    </Section>
  );
}
