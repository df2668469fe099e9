import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { Link } from 'wouter';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { Campaigns } from './Campaigns.tsx';
import { Claims } from './Claims.tsx';

/** The access groups of the seller's store. */
export default function AccessGroups() {
  const store = useStore($sellerStore);
  if (!store) return <NoStore title="Access groups" />;
  return <Groups />;
}

function Groups() {
  const query = useQuery(() => actions.accessGroups.mine());
  const { data: groups } = query;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Access groups</PageTitle>
        {groups && groups.length > 0 && (
          <Link className="btn btn-small" href={`~${paths.sellerAccessGroup()}`}>
            New group
          </Link>
        )}
      </div>
      <p className="mt-2 max-w-prose text-ink-2">
        Deliver models to people who paid elsewhere or helped you: campaign backers, patrons, testers.
      </p>
      <QueryState query={query} />
      {groups?.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No access groups yet</h2>
          <p className="max-w-prose">
            Choose the models and import the addresses; everyone on the list gets a link to claim them into
            their library. You can also deliver models that are not in your shop.
          </p>
          <Link className="btn" href={`~${paths.sellerAccessGroup()}`}>
            Create your first group
          </Link>
        </div>
      )}
      {groups && groups.length > 0 && (
        <ul className="mt-6 grid max-w-3xl grid-cols-1 gap-3" aria-label="Access groups">
          {groups.map((group) => (
            <li
              key={group.id}
              className="card relative grid grid-cols-1 gap-2 p-5 transition-shadow hover:shadow-card sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center sm:gap-6"
            >
              <div className="min-w-0">
                <Link
                  href={`~${paths.sellerAccessGroup(group.id)}`}
                  className="font-semibold wrap-break-word after:absolute after:inset-0 hover:text-verdigris"
                >
                  {group.name}
                </Link>
                <p className="text-sm text-ink-2">
                  {counted(group.products, 'model')}, since {dayText(group.createdAt)}
                  {group.state === 'closed' && ', closed'}
                </p>
              </div>
              <Claims {...group} />
            </li>
          ))}
        </ul>
      )}
      {groups?.some(({ state }) => state === 'active') && (
        <Campaigns groups={groups} onChanged={() => void query.refetch()} />
      )}
    </>
  );
}
