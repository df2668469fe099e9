import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { BUNDLE_LIMITS, bundleRefusals } from '../../../../domain/commerce/product-bundle.ts';
import { parseCents, priceText } from '../../../../domain/kernel/money.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';

type Answer = ActionAnswer<typeof actions.productBundles.mine>;
type Bundle = Answer['bundles'][number];

/** My bundles: products that cost less together, and the form for one of them. */
export default function ProductBundles() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.productBundles.mine());
  const [edited, setEdited] = useState<Bundle | 'new' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = query;
  if (!store) return <NoStore title="Bundles" />;
  // The focused button is gone with the form, and the page would stay scrolled to where it was.
  const close = () => {
    setEdited(null);
    heading.current?.focus();
  };
  const reload = () => {
    close();
    query.refetch();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle ref={heading}>Bundles</PageTitle>
        {data && edited === null && data.bundles.length > 0 && (
          <button type="button" className="btn btn-small" onClick={() => setEdited('new')}>
            New bundle
          </button>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        Models that cost less together, on their pages and on your store’s. Buyers who own some of them pay
        for the rest.
      </p>
      <QueryState query={query} />
      {data && edited !== null && (
        <div className="mt-3 max-w-3xl">
          <button type="button" className="link mb-2 min-h-11" onClick={close}>
            Back to the list
          </button>
          <BundleForm
            key={edited === 'new' ? '' : edited.id}
            bundle={edited === 'new' ? null : edited}
            onSaved={reload}
          />
        </div>
      )}
      {data?.bundles.length === 0 && edited === null && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No bundles yet</h2>
          <p>Put models together that belong together, at one price.</p>
          <button type="button" className="btn" onClick={() => setEdited('new')}>
            Create your first bundle
          </button>
        </div>
      )}
      {data && data.bundles.length > 0 && edited === null && (
        <ul className="mt-6 grid max-w-3xl gap-3" aria-label="Bundles">
          {data.bundles.map((bundle) => (
            <BundleRow key={bundle.id} bundle={bundle} onEdit={() => setEdited(bundle)} onRemoved={reload} />
          ))}
        </ul>
      )}
    </>
  );
}

function BundleRow({
  bundle,
  onEdit,
  onRemoved,
}: {
  bundle: Bundle;
  onEdit: () => void;
  onRemoved: () => void;
}) {
  const { busy, mutate } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const hidden = bundle.products.filter(({ published }) => !published).length;
  return (
    <li className="card grid gap-1 p-4 pb-2">
      <h2 className="text-lg wrap-break-word">{bundle.title}</h2>
      <p>
        {priceText(bundle.priceCents)} instead of {priceText(bundle.listCents)}
      </p>
      <p className="text-sm text-ink-2">{bundle.products.map(({ name }) => name).join(', ')}</p>
      {hidden > 0 && (
        <p className="text-sm text-wax">
          Not offered while {hidden === 1 ? 'one of its models is' : `${hidden} of its models are`} not
          published.
        </p>
      )}
      {bundle.priceCents >= bundle.listCents && (
        <p className="text-sm text-wax">Not offered: its models cost no more one by one.</p>
      )}
      <div className="flex gap-4">
        <button type="button" className="link min-h-11" onClick={onEdit}>
          Edit<span className="sr-only"> {bundle.title}</span>
        </button>
        <button type="button" className="link min-h-11" aria-busy={busy} onClick={() => setAsking(true)}>
          Remove …<span className="sr-only"> {bundle.title}</span>
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={`Remove ${bundle.title}?`}
          yes="Remove"
          no="Keep it"
          busy={busy}
          onNo={() => setAsking(false)}
          onYes={() =>
            void mutate(() => actions.productBundles.remove({ id: bundle.id }), 'Removed.', onRemoved)
          }
        >
          <p>Its models stay on sale, each at its own price. Orders keep what was paid.</p>
        </Confirm>
      )}
    </li>
  );
}

function BundleForm({ bundle, onSaved }: { bundle: Bundle | null; onSaved: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: () => ({
      title: bundle?.title ?? '',
      price: bundle ? (bundle.priceCents / 100).toFixed(2) : '',
      productIds: bundle?.products.map(({ id }) => id) ?? [],
    }),
    read: ({ title, price, productIds }) => ({ title, priceCents: parseCents(price) ?? 0, productIds }),
    refusals: bundleRefusals,
    send: (draft) => actions.productBundles.save({ id: bundle?.id ?? null, ...draft }),
    said: 'Saved.',
    done: onSaved,
  });
  return (
    <Form busy={busy} label={bundle ? 'Save' : 'Create bundle'} onSend={save}>
      <Section title={bundle ? 'Bundle' : 'New bundle'}>
        <Field label="Name" {...field('title')} maxLength={BUNDLE_LIMITS.title} />
        <Field
          label="Price of all together, in dollars"
          {...field('price', 'priceCents')}
          before="$"
          inputMode="decimal"
          autoComplete="off"
        />
        <ProductPicker
          legend="Models of the bundle"
          chosen={values.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => set({ productIds })}
        />
      </Section>
    </Form>
  );
}
