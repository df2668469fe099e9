import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import {
  ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS,
  ENTRY_BUNDLE_STATE_TEXTS,
  type EntryBundle,
  entryBundleMoveRefusal,
} from '../../../../domain/guild/entry-bundle.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { GuildFrame, GuildQueryState, StateMark } from '../../guild/account/GuildFrame.tsx';
import type { TierName } from '../../release/account/release-labels.ts';
import { BundleFields } from './BundleFields.tsx';

export type BundlesAnswer = ActionAnswer<typeof actions.entryBundles.mine>;

/** The guild's entry bundles, or the bundle named in the URL. */
export default function BundlesPage() {
  const query = useQuery(() => actions.entryBundles.mine());
  const { data, refetch } = query;
  const [, go] = useLocation();
  const id = new URLSearchParams(useSearch()).get('id');
  if (id === null)
    return (
      <GuildFrame
        title="Entry bundles"
        intro="What new members get for joining. They get it once and keep it."
        action={
          data &&
          data.bundles.length > 0 && (
            <Link className="btn btn-small" href={`~${paths.sellerBundles('new')}`}>
              New bundle
            </Link>
          )
        }
      >
        <GuildQueryState query={query} />
        {data?.bundles.length === 0 && (
          <div className="empty mt-6">
            <h2 className="text-2xl">No bundles yet</h2>
            <p>A few models for new members make the first month worth it.</p>
            <Link className="btn" href={`~${paths.sellerBundles('new')}`}>
              Create the first bundle
            </Link>
          </div>
        )}
        {data && data.bundles.length > 0 && (
          <ul className="mt-6 grid max-w-3xl gap-3" aria-label="Entry bundles">
            {data.bundles.map((bundle) => (
              <li key={bundle.id} className="card grid gap-1 p-4 pb-2">
                <p className="flex flex-wrap items-center gap-x-3">
                  <Link
                    className="link inline-flex min-h-11 items-center text-lg wrap-anywhere"
                    href={`~${paths.sellerBundles(bundle.id)}`}
                  >
                    {bundle.name}
                  </Link>
                  <BundleMark bundle={bundle} />
                </p>
                <p className="text-ink-2">{bundleSummary(bundle, data.tiers)}</p>
                <BundleStateActions bundle={bundle} refetch={refetch} />
              </li>
            ))}
          </ul>
        )}
      </GuildFrame>
    );
  const bundle = data?.bundles.find((one) => one.id === id) ?? null;
  return (
    <GuildFrame
      title={id === 'new' ? 'New bundle' : (bundle?.name ?? 'Bundle')}
      back={{ to: paths.sellerBundles(), label: 'All bundles' }}
    >
      <GuildQueryState query={query} />
      {data && id !== 'new' && !bundle && (
        <p className="notice notice-bad mt-4" role="alert">
          There is no such bundle.
        </p>
      )}
      {data && (id === 'new' || bundle) && (
        <div className="mt-4 grid max-w-2xl grid-cols-1 gap-4">
          {bundle && (
            <div>
              <BundleMark bundle={bundle} />
              <BundleStateActions bundle={bundle} refetch={refetch} />
            </div>
          )}
          <BundleFields
            key={id}
            answer={data}
            bundle={bundle}
            onSaved={(savedId) => {
              refetch();
              go(`~${bundle ? paths.sellerBundles() : paths.sellerBundles(savedId)}`);
            }}
          />
        </div>
      )}
    </GuildFrame>
  );
}

function BundleMark({ bundle }: { bundle: EntryBundle }) {
  return <StateMark strong={bundle.state === 'active'}>{ENTRY_BUNDLE_STATE_TEXTS[bundle.state]}</StateMark>;
}

function bundleSummary(bundle: EntryBundle, tiers: readonly TierName[]): string {
  const names = tiers.filter(({ id }) => bundle.tierIds.includes(id)).map(({ name }) => name);
  const zone = ownTimeZone();
  const minPeriods = bundle.minPaidPeriods;
  return [
    counted(bundle.productIds.length, 'model'),
    names.length > 0 ? `for ${names.join(', ')}` : 'for no tier yet',
    bundle.validFrom === null ? null : `joined from ${momentText(bundle.validFrom, zone)}`,
    bundle.validTo === null ? null : `until ${momentText(bundle.validTo, zone)}`,
    minPeriods > 1
      ? `after ${minPeriods} paid months`
      : minPeriods === 1
        ? 'with the first paid month'
        : 'also with a month you give',
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function BundleStateActions({ bundle, refetch }: { bundle: EntryBundle; refetch: () => void }) {
  const [ending, setEnding] = useState(false);
  const { busy, mutate } = useMutation();
  const changeState = (to: 'active' | 'ended', message: string) =>
    void mutate(
      () => actions.entryBundles.move({ id: bundle.id, to }),
      message,
      () => {
        setEnding(false);
        refetch();
      },
    );
  const refusal = bundle.state === 'draft' ? entryBundleMoveRefusal(bundle, 'active', Date.now()) : null;
  return (
    <>
      <div className="-mx-2 flex flex-wrap">
        {bundle.state === 'draft' && (
          <button
            type="button"
            className="link min-h-11 px-2 disabled:opacity-50"
            aria-label={`Activate ${bundle.name}`}
            aria-busy={busy}
            disabled={refusal !== null}
            onClick={() =>
              changeState('active', `${bundle.name} is active: everyone who joins from now on gets it.`)
            }
          >
            Activate
          </button>
        )}
        {bundle.state === 'active' && (
          <button
            type="button"
            className="link min-h-11 px-2"
            aria-label={`End ${bundle.name}`}
            onClick={() => setEnding(true)}
          >
            End
          </button>
        )}
      </div>
      {refusal && <p className="hint">{ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS[refusal]}</p>}
      {ending && (
        <Confirm
          title={`End “${bundle.name}”?`}
          yes="End it"
          no="Keep it active"
          busy={busy}
          onYes={() => changeState('ended', `${bundle.name} has ended. Members who have it keep it.`)}
          onNo={() => setEnding(false)}
        >
          <p>
            Members who have it keep it, and members who joined before still get it. New members no longer get
            it. It cannot be activated again.
          </p>
        </Confirm>
      )}
    </>
  );
}
