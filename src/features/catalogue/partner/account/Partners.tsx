import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import {
  PARTNER_LIMITS,
  PARTNER_PERCENT_MAX,
  partnerPartText,
  partnerRefusals,
} from '../../../../domain/catalogue/product-partner.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../product/account/ProductPicker.tsx';
import { NoStore } from '../../store/account/NoStore.tsx';
import { $sellerStore } from '../../store/account/seller-store.store.ts';

type Answer = ActionAnswer<typeof actions.productPartners.mine>;
type Partner = Answer['given'][number];

/** My partners: models that another artist made with me, theirs that I made with them, and requests of both. */
export default function Partners() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.productPartners.mine());
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = query;
  if (!store) return <NoStore title="Partners" />;
  // The button that was pressed goes with its row.
  const reload = () => {
    heading.current?.focus();
    query.refetch();
  };
  return (
    <>
      <PageTitle ref={heading}>Partners</PageTitle>
      <p className="mt-2 max-w-3xl text-ink-2">
        When two artists made a model, its page names both, and both are paid for each sale by the percentage
        you agree on. The other artist agrees first, and either of you can end it for sales from then on. What
        a guild hands out, and its memberships, are not divided.
      </p>
      <QueryState query={query} />
      {data && (
        <div className="mt-6 grid max-w-3xl gap-6">
          {data.received.length > 0 && (
            <PartnerList
              title="Models of other artists"
              rows={data.received}
              side="received"
              onDone={reload}
            />
          )}
          {data.given.length > 0 && (
            <PartnerList title="Your models" rows={data.given} side="given" onDone={reload} />
          )}
          <AskForm key={data.given.length} answer={data} onAsked={reload} />
        </div>
      )}
    </>
  );
}

interface ListProps {
  title: string;
  rows: readonly Partner[];
  /** Whether the seller asked, or was asked. */
  side: 'given' | 'received';
  onDone: () => void;
}

function PartnerList({ title, rows, side, onDone }: ListProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-3 grid gap-3" aria-label={title}>
        {rows.map((row) => (
          <PartnerRow key={row.id} row={row} side={side} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
}

function PartnerRow({ row, side, onDone }: { row: Partner } & Pick<ListProps, 'side' | 'onDone'>) {
  const { busy, mutate } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const { product, other, state } = row;
  const isOwn = side === 'given';
  const waits = state === 'asked';
  const end = waits ? (isOwn ? 'Withdraw request' : 'Decline') : 'End';
  const doEnd = () =>
    void mutate(
      () => actions.productPartners.end({ id: row.id }),
      waits ? (isOwn ? 'Request withdrawn.' : 'Declined.') : 'Ended.',
      onDone,
    );
  return (
    <li className="card grid gap-1 p-4 pb-2">
      <h3 className="text-lg wrap-break-word">
        {product.published ? (
          <a className="link" href={paths.product(product.id)}>
            {product.name}
          </a>
        ) : (
          product.name
        )}
      </h3>
      <p className="wrap-break-word text-ink-2">
        {isOwn ? 'with ' : 'by '}
        <a className="link" href={paths.store(other.slug)}>
          {other.name}
        </a>
        {waits && isOwn && ', who has not answered yet'}
        {waits && !isOwn && ', who asks to name you beside them'}
      </p>
      <p className="text-ink-2">{partnerPartText(row.percent, !isOwn)}</p>
      <div className="flex flex-wrap items-center gap-4">
        {waits && !isOwn && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() =>
              void mutate(
                () => actions.productPartners.agree({ id: row.id, percent: row.percent }),
                'You are now credited.',
                onDone,
              )
            }
          >
            Agree<span className="sr-only"> to {product.name}</span>
          </button>
        )}
        <button
          type="button"
          className="link min-h-11"
          aria-busy={busy}
          onClick={() => (waits ? doEnd() : setAsking(true))}
        >
          {end}
          {!waits && ' …'}
          <span className="sr-only"> {product.name}</span>
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={`End the partnership of ${product.name}?`}
          yes="End it"
          no="Keep it"
          busy={busy}
          onNo={() => setAsking(false)}
          onYes={doEnd}
        >
          <p>Its page no longer names both of you, and {other.name} is told. You can ask again.</p>
          {row.percent > 0 && (
            <p className="mt-2">
              Sales from now on are no longer divided. What was ordered before stays divided.
            </p>
          )}
        </Confirm>
      )}
    </li>
  );
}

function AskForm({ answer: { given }, onAsked }: { answer: Answer; onAsked: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: () => ({ productId: '', address: '', percent: '' }),
    read: ({ percent, ...typed }) => ({
      ...typed,
      percent: /^\d{1,3}$/.test(percent.trim()) ? Number(percent) : Number.NaN,
    }),
    refusals: partnerRefusals,
    send: (draft) => actions.productPartners.ask(draft),
    said: 'Request sent.',
    done: onAsked,
  });
  const { productId } = values;
  const taken = new Set(given.map(({ product }) => product.id));
  return (
    <Form busy={busy} label="Ask them" onSend={save}>
      <Section
        title="Name a partner"
        intro="They see the name of the model and their part, and decide. Nothing changes until they agree. To change the part later, end it and ask again."
      >
        <Field
          label="Address of their store"
          {...field('address')}
          maxLength={PARTNER_LIMITS.address}
          autoComplete="off"
          hint="Copy it from the page of their store."
        />
        <Field
          label="Their part, in percent"
          {...field('percent')}
          inputMode="numeric"
          autoComplete="off"
          hint={`0 to ${PARTNER_PERCENT_MAX}, of what a sale earns after commission. The rest is yours; 0 only names them.`}
        />
        <ProductPicker
          legend="The model that you made together"
          chosen={productId === '' ? [] : [productId]}
          error={fieldError('productId')}
          barred={(product) => (taken.has(product.id) ? 'Has a partner' : null)}
          onChange={(chosen) => set({ productId: chosen.at(-1) ?? '' })}
        />
      </Section>
    </Form>
  );
}
