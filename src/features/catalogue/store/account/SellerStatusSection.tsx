import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import {
  SELLER_STATUS_HINTS,
  SELLER_STATUS_LIMITS,
  SELLER_STATUSES,
  type SellerStatus,
  type SellerStatusKind,
  sellerStatusRefusals,
  traderFromAccount,
} from '../../../../domain/catalogue/seller-status.ts';
import type { Store } from '../../../../domain/catalogue/store.ts';
import { Field, Form, Section, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from './seller-store.store.ts';

const EMPTY = traderFromAccount(null);

/** Whether the seller is a trader, and what buyers can read about a trader. */
export function SellerStatusSection({ store }: { store: Store }) {
  const { busy, mutate } = useMutation();
  const saved = store.sellerStatus;
  const [kind, setKind] = useState<SellerStatusKind | null>(saved?.kind ?? null);
  const [details, setDetails] = useState(saved?.kind === 'trader' ? saved : EMPTY);
  const [sent, setSent] = useState(false);
  const isNew = saved?.kind !== 'trader';
  useEffect(() => {
    if (!isNew) return;
    // Without an answer the seller types what the business account would have said.
    actions.businessAccounts.mine({ ask: false }).then(
      ({ data }) =>
        setDetails((before) => (before === EMPTY ? traderFromAccount(data?.account ?? null) : before)),
      () => undefined,
    );
  }, [isNew]);
  const { name, address, contact, register } = details;
  const status: SellerStatus | null =
    kind === 'trader' ? { kind, name, address, contact, register } : kind && { kind };
  const refusals = status && sent ? sellerStatusRefusals(status) : {};
  const field = (key: 'name' | 'contact' | 'register', label: string, hint?: string) => (
    <Field
      label={label}
      name={`trader-${key}`}
      value={details[key]}
      maxLength={SELLER_STATUS_LIMITS[key]}
      required={key !== 'register'}
      hint={hint}
      error={refusals[key]}
      onChange={(text) => setDetails((before) => ({ ...before, [key]: text }))}
    />
  );
  const save = () => {
    setSent(true);
    if (!status || Object.keys(sellerStatusRefusals(status)).length > 0) return;
    void mutate(
      () => actions.stores.declare(status),
      'Saved.',
      (changed) => $sellerStore.set(changed),
    );
  };
  return (
    <div id="seller-status" className="scroll-mt-24">
      <Section
        title="How you sell"
        intro="Buyers have a right to know whether they deal with a trader. If you sell regularly to earn money, you are one."
      >
        <Form busy={busy} label="Save choice" disabled={kind === null} onSend={save}>
          <fieldset className="grid gap-2">
            <legend className="label">You sell</legend>
            {(Object.keys(SELLER_STATUSES) as SellerStatusKind[]).map((one) => (
              <label key={one} className="flex min-h-11 cursor-pointer items-start gap-3">
                <input
                  type="radio"
                  name="seller-status"
                  className="mt-0.5 size-5 flex-none accent-verdigris"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                <span>
                  <span className="block">{SELLER_STATUSES[one]}</span>
                  <span className="block text-sm text-ink-2">{SELLER_STATUS_HINTS[one]}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {kind === 'trader' && (
            <>
              {field('name', 'Name of the business')}
              <TextArea
                label="Postal address"
                name="trader-address"
                rows={3}
                value={address}
                maxLength={SELLER_STATUS_LIMITS.address}
                error={refusals.address}
                onChange={(text) => setDetails((before) => ({ ...before, address: text }))}
              />
              {field('contact', 'E-mail address or telephone')}
              {field('register', 'Trade register and number', 'Leave it empty if you are in none.')}
            </>
          )}
        </Form>
      </Section>
    </div>
  );
}
