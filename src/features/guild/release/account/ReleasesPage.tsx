import { actions } from 'astro:actions';
import { Link, useSearch } from 'wouter';
import { RELEASE_STATE_TEXTS, type Release } from '../../../../domain/guild/release.ts';
import { monthText } from '../../../../domain/kernel/month.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { GuildFrame, GuildQueryState, StateMark } from '../../guild/account/GuildFrame.tsx';
import { ReleasePage } from './ReleasePage.tsx';
import { type TierName, whenText } from './release-labels.ts';

/** The guild's releases by month, or the release named in the URL. */
export default function ReleasesPage() {
  const search = new URLSearchParams(useSearch());
  const id = search.get('id');
  return id === null ? (
    <List />
  ) : (
    <ReleasePage
      key={`${id} ${search.get('like')}`}
      id={id === 'new' ? null : id}
      like={search.get('like')}
    />
  );
}

function List() {
  const query = useQuery(() => actions.releases.mine());
  const { data } = query;
  const months = [...new Set(data?.releases.map(({ month }) => month) ?? [])];
  return (
    <GuildFrame
      title="Releases"
      intro="What members get for a month. Everyone who has paid for the month gets it, even if it is published later."
      action={
        data &&
        data.releases.length > 0 && (
          <Link className="btn btn-small" href={`~${paths.sellerReleases('new')}`}>
            New release
          </Link>
        )
      }
    >
      <GuildQueryState query={query} />
      {data?.releases.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No releases yet</h2>
          <p>Put a month’s models together and publish them now or on a date you announce.</p>
          <Link className="btn" href={`~${paths.sellerReleases('new')}`}>
            Prepare the first release
          </Link>
        </div>
      )}
      {data &&
        months.map((month) => (
          <section key={month} className="mt-6 max-w-3xl">
            <h2 className="text-xl">{monthText(month)}</h2>
            <ul className="mt-2 grid gap-3">
              {data.releases
                .filter((release) => release.month === month)
                .map((release) => (
                  <Row key={release.id} release={release} tiers={data.tiers} />
                ))}
            </ul>
          </section>
        ))}
    </GuildFrame>
  );
}

function Row({ release, tiers }: { release: Release; tiers: TierName[] }) {
  const tierNames = tiers.filter(({ id }) => release.tierIds.includes(id)).map(({ name }) => name);
  return (
    <li className="card grid gap-1 p-4">
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          className="link inline-flex min-h-11 items-center text-lg wrap-anywhere"
          href={`~${paths.sellerReleases(release.id)}`}
        >
          {release.title}
        </Link>
        <StateMark strong={release.state === 'published'}>{RELEASE_STATE_TEXTS[release.state]}</StateMark>
      </p>
      <p className="text-ink-2">
        {counted(release.productIds.length, 'model')}
        {tierNames.length > 0 && ` for ${tierNames.join(', ')}`}
      </p>
      <p className="text-sm text-ink-2">{whenText(release)}</p>
    </li>
  );
}
