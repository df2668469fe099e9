import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { paths } from '../../../paths.ts';
import { Select } from '../../../ui/Form.tsx';
import { useMutation } from '../../../ui/useMutation.ts';
import { $sellerStore, $staffRoles } from '../../catalogue/store/account/seller-store.store.ts';

/** A store of somebody else that the user works for. */
export interface Workplace {
  id: string;
  name: string;
}

/** Whom the user acts for in their account: a store that they work for, or themselves. */
export function WorkplaceChoice({ jobs }: { jobs: readonly Workplace[] }) {
  const store = useStore($sellerStore);
  const roles = useStore($staffRoles);
  const { mutate } = useMutation();
  const choose = (id: string) =>
    void mutate(
      () => actions.storeStaff.workFor({ storeId: id === '' ? null : id }),
      null,
      // Everything in the account belongs to another store now.
      () => location.assign(paths.account()),
    );
  return (
    <div className="px-2 md:px-3">
      <Select
        label="You act for"
        name="workplace"
        value={roles === null ? '' : (store?.id ?? '')}
        options={[['', 'Yourself'] as const, ...jobs.map(({ id, name }) => [id, name] as const)]}
        onChange={choose}
      />
    </div>
  );
}
