import { useStore } from '@nanostores/react';
import { paths } from '../../../paths.ts';
import { PageTitle } from '../../../ui/account/PageTitle.tsx';
import { $sellerStore } from '../../catalogue/store/account/seller-store.store.ts';

/** In place of a store's page that the user's roles there do not open. */
export default function OwnerOnly() {
  const store = useStore($sellerStore);
  return (
    <>
      <PageTitle>You don’t have access</PageTitle>
      <div className="empty mt-6">
        <p>
          Your role at {store?.name ?? 'this store'} does not include this page. Ask the owner for another
          role.
        </p>
        <a className="btn" href={paths.storeStaff()}>
          See where you work
        </a>
      </div>
    </>
  );
}
