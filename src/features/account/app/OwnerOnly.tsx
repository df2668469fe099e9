import { useStore } from '@nanostores/react';
import { paths } from '../../../paths.ts';
import { $sellerStore } from '../../catalogue/store/account/seller-store.store.ts';

/** In place of a store's page that the user's roles there do not open. */
export default function OwnerOnly() {
  const store = useStore($sellerStore);
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Not open to you
      </h1>
      <div className="empty mt-6">
        <p>
          Your role at {store?.name ?? 'this store'} does not open this page. Ask the owner for another one.
        </p>
        <a className="btn" href={paths.storeStaff()}>
          See where you work
        </a>
      </div>
    </>
  );
}
