import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { DeskProductRow } from '../../../../data/desk/products.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../domain/catalogue/product-editing.ts';
import { type Deed, deskRefusal } from '../../../../domain/identity/role.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $role } from '../../../identity/session/role.store.ts';
import { DeskList } from '../../shell/account/DeskList.tsx';
import { deskDay, deskMoment, RowLink } from '../../shell/account/DeskTable.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import { DeedButton, SuspendDialog } from './SuspendDialog.tsx';

interface Open {
  product: DeskProductRow;
  deed: 'suspend' | 'send-back';
  onDone: (product: DeskProductRow) => void;
}

const ORIGINS = { own: 'Own design', licensed: 'Licensed', '': 'Not declared' } as const;

/** Every product, a store's products, or those that wait for review, and what can be done to them. */
export default function ProductsPage() {
  const role = useStore($role);
  const asked = new URLSearchParams(useSearch());
  const storeId = asked.get('store');
  const inReview = asked.has('review');
  const [open, setOpen] = useState<Open | null>(null);
  const { busy, mutate } = useMutation();
  const may = (deed: Deed) => deskRefusal(role, deed) === null;
  const close = () => setOpen(null);
  const approve = (product: DeskProductRow, onDone: Open['onDone']) =>
    void mutate(
      () =>
        confirmed(() =>
          actions.deskProducts.review({
            productId: product.id,
            seen: product.updatedAt,
            approve: true,
            reason: '',
          }),
        ),
      `${product.name} is published.`,
      onDone,
    );
  return (
    <>
      <DeskList<DeskProductRow>
        page="products"
        title="Products"
        finds="Name or id of a product"
        none={
          inReview
            ? 'No product waits for review.'
            : 'No product is found by this. Try the beginning of its name.'
        }
        listKey={`${storeId} ${inReview}`}
        load={(text, after) => actions.deskProducts.list({ text, storeId, inReview, after })}
        columns={({ rows, setRows }) => {
          const onDone = (changed: DeskProductRow) =>
            setRows(rows.map((one) => (one.id === changed.id ? changed : one)));
          const deed = (product: DeskProductRow, label: string, onClick: () => void) => (
            <DeedButton label={label} name={product.name} disabled={busy} onClick={onClick} />
          );
          return [
            {
              head: 'Product',
              cell: (product) => (
                <span className="flex items-start gap-3">
                  {product.picture !== '' && (
                    <img
                      src={paths.picture('products', product.id, product.picture, 160)}
                      alt=""
                      width={48}
                      height={48}
                      className="size-12 flex-none rounded object-cover"
                      loading="lazy"
                    />
                  )}
                  <span>
                    <RowLink href={paths.product(product.id)}>{product.name}</RowLink>
                    {product.description !== '' && (
                      <details className="text-ink-2">
                        <summary>Description</summary>
                        <p className="whitespace-pre-line">{product.description}</p>
                      </details>
                    )}
                  </span>
                </span>
              ),
            },
            {
              head: 'Store',
              cell: (product) => (
                <Link href={`/operator/stores?q=${product.storeId}`} className="link">
                  {product.storeName}
                </Link>
              ),
            },
            { head: 'Price', cell: ({ free, priceCents }) => (free ? 'Free' : moneyText(priceCents)) },
            {
              head: 'Origin',
              cell: ({ originKind, originFrom, originLicence }) => (
                <>
                  {ORIGINS[originKind]}
                  {originKind === 'licensed' && (
                    <span className="block text-ink-2">
                      {originFrom}, {originLicence}
                    </span>
                  )}
                </>
              ),
            },
            { head: 'Made', cell: ({ createdAt }) => deskDay(createdAt) },
            {
              head: 'State',
              cell: ({ state, reviewSince, suspendedWhy }) => (
                <>
                  <span className={state === 'suspended' ? 'font-semibold text-wax' : ''}>
                    {PRODUCT_STATE_TEXTS[state]}
                  </span>
                  {reviewSince !== null && (
                    <span className="block text-ink-2">since {deskMoment(reviewSince)}</span>
                  )}
                  {suspendedWhy !== '' && <span className="block text-ink-2">{suspendedWhy}</span>}
                </>
              ),
            },
            {
              head: 'Actions',
              cell: (product) => (
                <span className="flex flex-wrap gap-x-4">
                  {product.state === 'in-review' && may('product.review') && (
                    <>
                      {deed(product, 'Publish', () => approve(product, onDone))}
                      {deed(product, 'Send back …', () => setOpen({ product, deed: 'send-back', onDone }))}
                    </>
                  )}
                  {may('product.suspend') &&
                    deed(product, product.state === 'suspended' ? 'Lift …' : 'Suspend …', () =>
                      setOpen({ product, deed: 'suspend', onDone }),
                    )}
                </span>
              ),
            },
          ];
        }}
      >
        <p className="flex flex-wrap gap-2">
          <Filter href="/operator/products" isOn={!inReview && storeId === null} label="All" />
          <Filter href="/operator/products?review=1" isOn={inReview} label="In review" />
          {storeId !== null && (
            <Filter href={`/operator/products?store=${storeId}`} isOn label="Of one store" />
          )}
        </p>
      </DeskList>
      {open?.deed === 'suspend' && (
        <SuspendDialog
          offer={open.product}
          named={open.product.name}
          means="Nobody finds or buys it any more. Buyers keep it."
          action={actions.deskProducts.suspend}
          onDone={open.onDone}
          onClose={close}
        />
      )}
      {open?.deed === 'send-back' && (
        <ReasonDialog
          title={`Send back ${open.product.name}?`}
          yes="Send back"
          done="Sent back."
          hint="The seller reads it: say what has to change."
          action={(reason) =>
            actions.deskProducts.review({
              productId: open.product.id,
              seen: open.product.updatedAt,
              approve: false,
              reason,
            })
          }
          onDone={open.onDone}
          onClose={close}
        />
      )}
    </>
  );
}

function Filter({ href, isOn, label }: { href: string; isOn: boolean; label: string }) {
  return (
    <Link href={href} className="chip" aria-current={isOn ? 'page' : undefined}>
      {label}
    </Link>
  );
}
