import { actions } from 'astro:actions';
import { Link, useSearch } from 'wouter';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { GuildFrame, GuildQueryState } from '../../guild/account/GuildFrame.tsx';
import { TierEditor } from './TierEditor.tsx';
import { TierList } from './TierList.tsx';

export type TiersAnswer = ActionAnswer<typeof actions.guildTiers.mine>;

/** The guild's tiers in order, or the tier named in the URL. */
export default function TiersPage() {
  const query = useQuery(() => actions.guildTiers.mine());
  const search = new URLSearchParams(useSearch());
  const { data, refetch, setData } = query;
  const id = search.get('id');
  if (id === null)
    return (
      <GuildFrame
        title="Tiers"
        intro="What people can join, the lowest first. A tier that includes lower ones gives everything of the tiers listed above it."
        action={
          data &&
          data.tiers.length > 0 && (
            <Link className="btn btn-small" href={`~${paths.sellerTiers('new')}`}>
              New tier
            </Link>
          )
        }
      >
        <GuildQueryState query={query} />
        {data && (
          <TierList answer={data} refetch={refetch} onOrder={(tiers) => setData({ ...data, tiers })} />
        )}
      </GuildFrame>
    );
  const like = data?.tiers.find((tier) => tier.id === search.get('like')) ?? null;
  const tier = data?.tiers.find((one) => one.id === id) ?? null;
  const isNew = id === 'new';
  return (
    <GuildFrame
      title={isNew ? 'New tier' : (tier?.name ?? 'Tier')}
      back={{ to: paths.sellerTiers(), label: 'All tiers' }}
    >
      <GuildQueryState query={query} />
      {data && !isNew && !tier && (
        <p className="notice notice-bad mt-4" role="alert">
          There is no such tier.
        </p>
      )}
      {data && (isNew || tier) && (
        <TierEditor key={`${id} ${like?.id}`} answer={data} tier={tier} like={like} refetch={refetch} />
      )}
    </GuildFrame>
  );
}
