import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { DeskStoreRow } from '../../../../data/desk/stores.ts';
import { SELLER_STATUSES } from '../../../../domain/catalogue/seller-status.ts';
import { STORE_STATE_TEXTS } from '../../../../domain/catalogue/store.ts';
import { holdConsequence, stakesText } from '../../../../domain/guild/guild-hold.ts';
import { type Deed, deskRefusal } from '../../../../domain/identity/role.ts';
import { paths } from '../../../../paths.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { $role } from '../../../identity/session/role.store.ts';
import { DeskList } from '../../shell/account/DeskList.tsx';
import { deskDay, RowLink } from '../../shell/account/DeskTable.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';
import { CommissionDialog } from './CommissionDialog.tsx';
import { DeliveryMailsDialog } from './DeliveryMailsDialog.tsx';
import { DeedButton, SuspendDialog } from './SuspendDialog.tsx';

interface Open {
  store: DeskStoreRow;
  deed: 'suspend' | 'verify' | 'commission' | 'mails';
  onDone: (store: DeskStoreRow) => void;
}

/** What a suspension does, with the guild's members and paid months where there are any. */
function SuspensionMeans({ storeId }: { storeId: string }) {
  const { data } = useQuery(() => actions.deskStores.stakes({ id: storeId }));
  const stakes = data?.guild ? stakesText(data.guild, Date.now()) : null;
  return (
    <>
      Visitors no longer find it or its products. Buyers keep what they bought. What the seller earned is
      held, and Pro is not charged, until the suspension is lifted.
      {stakes !== null && data && (
        <span className="mt-2 block">
          {stakes} {holdConsequence(data)}
        </span>
      )}
    </>
  );
}

/** Every store, and what can be done to it. */
export default function StoresPage() {
  const role = useStore($role);
  const [open, setOpen] = useState<Open | null>(null);
  const may = (deed: Deed) => deskRefusal(role, deed) === null;
  const close = () => setOpen(null);
  return (
    <>
      <DeskList<DeskStoreRow>
        page="stores"
        title="Stores"
        finds="Name, address of the store, e-mail address of the seller, or id"
        none="No store is found by this. Names are found by how they begin."
        load={(text, after) => actions.deskStores.list({ text, after })}
        columns={({ rows, setRows }) => {
          const onDone = (changed: DeskStoreRow) =>
            setRows(rows.map((one) => (one.id === changed.id ? changed : one)));
          const deed = (store: DeskStoreRow, name: Open['deed'], label: string) => (
            <DeedButton
              label={label}
              name={store.name}
              onClick={() => setOpen({ store, deed: name, onDone })}
            />
          );
          return [
            {
              head: 'Store',
              cell: (store) => <RowLink href={paths.store(store.slug)}>{store.name}</RowLink>,
            },
            {
              head: 'Seller',
              cell: (store) => (
                <>
                  <Link href={`/operator/people?id=${store.ownerId}`} className="link">
                    {store.ownerName}
                  </Link>
                  <span className="block text-ink-2">
                    {store.sellerStatus ? SELLER_STATUSES[store.sellerStatus] : 'Has not said how'}
                  </span>
                </>
              ),
            },
            {
              head: 'Products',
              cell: (store) => (
                <Link
                  href={`/operator/products?store=${store.id}`}
                  className="link"
                  aria-label={`Products of ${store.name}: ${store.productCount} listed`}
                >
                  {store.productCount} listed
                </Link>
              ),
            },
            { head: 'Since', cell: ({ createdAt }) => deskDay(createdAt) },
            {
              head: 'State',
              cell: (store) => (
                <>
                  <span className={store.state === 'suspended' ? 'font-semibold text-wax' : ''}>
                    {STORE_STATE_TEXTS[store.state]}
                  </span>
                  {store.verified && <span className="block text-verdigris">identity checked</span>}
                  {store.commissionPercent !== null && (
                    <span className="block text-ink-2">{store.commissionPercent}% agreed</span>
                  )}
                  {(store.mailsOff || store.mailsADay !== null) && (
                    <span className={store.mailsOff ? 'block text-wax' : 'block text-ink-2'}>
                      {store.mailsOff ? 'delivery mails stopped' : `${store.mailsADay} delivery mails a day`}
                    </span>
                  )}
                  {store.suspendedWhy !== '' && (
                    <span className="block text-ink-2">{store.suspendedWhy}</span>
                  )}
                </>
              ),
            },
            {
              head: 'Actions',
              cell: (store) => (
                <span className="flex flex-wrap gap-x-4">
                  {may('store.suspend') &&
                    deed(store, 'suspend', store.state === 'suspended' ? 'Lift …' : 'Suspend …')}
                  {may('store.verify') &&
                    deed(store, 'verify', store.verified ? 'Take back check …' : 'Mark as checked …')}
                  {may('store.commission') && store.hasAccount && deed(store, 'commission', 'Commission …')}
                  {may('store.mails') && deed(store, 'mails', 'Delivery mails …')}
                </span>
              ),
            },
          ];
        }}
      />
      {open?.deed === 'suspend' && (
        <SuspendDialog
          offer={open.store}
          named={`the store ${open.store.name}`}
          means={<SuspensionMeans storeId={open.store.id} />}
          action={actions.deskStores.suspend}
          onDone={open.onDone}
          onClose={close}
        />
      )}
      {open?.deed === 'verify' && (
        <ReasonDialog
          title={
            open.store.verified
              ? `Take back the check of ${open.store.name}?`
              : `Mark ${open.store.name} as checked?`
          }
          yes={open.store.verified ? 'Take back' : 'Mark as checked'}
          done="Saved."
          isHarmless={!open.store.verified}
          hint="What was checked, or why not any more; for the audit log."
          action={(reason) =>
            actions.deskStores.verify({ storeId: open.store.id, isVerified: !open.store.verified, reason })
          }
          onDone={open.onDone}
          onClose={close}
        >
          <p>Its pages say: Identity checked by the marketplace.</p>
        </ReasonDialog>
      )}
      {open?.deed === 'commission' && (
        <CommissionDialog store={open.store} onDone={open.onDone} onClose={close} />
      )}
      {open?.deed === 'mails' && (
        <DeliveryMailsDialog store={open.store} onDone={open.onDone} onClose={close} />
      )}
    </>
  );
}
