import { actions } from 'astro:actions';
import { Link } from 'wouter';
import type { StoredSwitch } from '../../../../data/notifications/notification-switches.ts';
import {
  type ChosenSwitch,
  KIND_FACTS,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PACE_TEXTS,
  switchFor,
} from '../../../../domain/notifications/notification.ts';
import type { Preset } from '../../../../domain/notifications/notification-presets.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NotificationPresets } from './NotificationPresets.tsx';
import { NotificationStores } from './NotificationStores.tsx';

/** My settings for each kind: in the list or not, by mail immediately, daily, weekly or never; and exceptions per store. */
export default function NotificationSettings() {
  const query = useQuery(() => actions.notifications.switches());
  const { data, setData } = query;
  const { busy, mutate } = useMutation();
  const choose = (choice: ChosenSwitch) =>
    void mutate(
      () => actions.notifications.choose(choice),
      'Saved.',
      ({ chosen }) => data && setData({ ...data, chosen }),
    );
  const preset = (preset: Preset) =>
    void mutate(
      () => actions.notifications.choosePreset({ preset }),
      'Saved.',
      ({ chosen }) => data && setData({ ...data, chosen }),
    );
  const forget = (kind: NotificationKind, storeId: string) =>
    void mutate(
      () => actions.notifications.forget({ kind, storeId }),
      'The general setting applies again.',
      ({ chosen }) => data && setData({ ...data, chosen }),
    );
  const kinds = NOTIFICATION_KINDS.filter((kind) => data?.sells || !KIND_FACTS[kind].forSellers);
  return (
    <>
      <PageTitle>Notification settings</PageTitle>
      <p className="mt-2 text-ink-2">
        Changes apply immediately. Mails about your own purchases are always sent. Back to{' '}
        <Link className="link" href={`~${paths.notifications()}`}>
          my notifications
        </Link>
        .
      </p>
      <QueryState query={query} tall />
      {data && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          <NotificationPresets chosen={data.chosen} kinds={kinds} busy={busy} onChoose={preset} />
          <Section
            title="All stores"
            intro="Daily mails are sent at 07:00 UTC, weekly ones on Mondays at 07:00 UTC. Nothing new means no mail."
          >
            <table className="block w-full md:table">
              <thead className="sr-only md:not-sr-only md:table-header-group">
                <tr className="text-left text-sm text-ink-3">
                  <th scope="col" className="pb-2 font-semibold">
                    What
                  </th>
                  <th scope="col" className="pb-2 font-semibold">
                    In the list
                  </th>
                  <th scope="col" className="pb-2 font-semibold">
                    By mail
                  </th>
                </tr>
              </thead>
              <tbody className="block divide-y divide-line md:table-row-group">
                {kinds.map((kind) => (
                  <KindRow key={kind} kind={kind} chosen={data.chosen} onChoose={choose} />
                ))}
              </tbody>
            </table>
          </Section>
          <NotificationStores {...data} onChoose={choose} onForget={forget} />
        </div>
      )}
    </>
  );
}

function KindRow({
  kind,
  chosen,
  onChoose,
}: {
  kind: NotificationKind;
  chosen: readonly StoredSwitch[];
  onChoose: (choice: ChosenSwitch) => void;
}) {
  const { name, when, paces } = KIND_FACTS[kind];
  const { inApp, mail } = switchFor(chosen, kind, null);
  const of = { kind, storeId: null, inApp: null, mail: null };
  return (
    <tr className="block py-3 md:table-row">
      <th scope="row" className="block py-1 text-left font-normal md:table-cell md:py-3 md:pr-4">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-ink-2">{when}</span>
      </th>
      <td className="block md:table-cell md:pr-4 md:align-middle">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-verdigris"
            checked={inApp}
            aria-label={`${name}: in the list`}
            onChange={(event) => onChoose({ ...of, inApp: event.target.checked })}
          />
          <span className="md:sr-only">In the list</span>
        </label>
      </td>
      <td className="block md:table-cell md:w-40 md:align-middle">
        {paces.length === 0 ? (
          <span className="text-ink-2">
            <span className="md:sr-only">By mail: </span>Always
          </span>
        ) : (
          <label className="flex items-center gap-3">
            <span className="flex-none md:sr-only">By mail</span>
            <select
              className="field"
              value={mail}
              aria-label={`${name}: by mail`}
              onChange={(event) => onChoose({ ...of, mail: event.target.value as MailPace })}
            >
              {paces.map((pace) => (
                <option key={pace} value={pace}>
                  {PACE_TEXTS[pace]}
                </option>
              ))}
            </select>
          </label>
        )}
      </td>
    </tr>
  );
}
