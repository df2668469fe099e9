import { useState } from 'react';
import type { StoredSwitch } from '../../../../data/notifications/notification-switches.ts';
import {
  type ChosenSwitch,
  KIND_FACTS,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PACE_TEXTS,
} from '../../../../domain/notifications/notification.ts';
import { Form, Section, Select } from '../../../../ui/Form.tsx';

const OF_STORE = NOTIFICATION_KINDS.filter(
  (kind) => KIND_FACTS[kind].ofStore && KIND_FACTS[kind].paces.length > 0,
);
const IN_APP = [
  ['', 'As for all stores'],
  ['on', 'In the list'],
  ['off', 'Not in the list'],
] as const;

/** My notification settings for single stores. */
export function NotificationStores({
  chosen,
  stores,
  onChoose,
  onForget,
}: {
  chosen: readonly StoredSwitch[];
  stores: readonly { id: string; name: string }[];
  onChoose: (choice: ChosenSwitch) => void;
  onForget: (kind: NotificationKind, storeId: string) => void;
}) {
  const own = chosen.filter(({ storeId }) => storeId !== null);
  return (
    <Section title="Single stores" intro="A setting for one store overrides the setting for all stores.">
      {own.length > 0 && (
        <ul className="grid gap-2" aria-label="Exceptions">
          {own.map(({ kind, storeId, storeName, inApp, mail }) => (
            <li
              key={`${kind} ${storeId}`}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
            >
              <span className="min-w-0 break-words">
                <span className="block font-semibold">
                  {storeName ?? 'A deleted store'}: {KIND_FACTS[kind].name}
                </span>
                <span className="block text-sm text-ink-2">{settingText({ inApp, mail })}</span>
              </span>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Remove the exception: ${storeName ?? 'a store'}, ${KIND_FACTS[kind].name}`}
                onClick={() => onForget(kind, storeId ?? '')}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {stores.length === 0 ? (
        <p className="text-ink-2">
          Once you have received a notification about a store, you can set it up here.
        </p>
      ) : (
        <Exception stores={stores} onChoose={onChoose} />
      )}
    </Section>
  );
}

function Exception({
  stores,
  onChoose,
}: {
  stores: readonly { id: string; name: string }[];
  onChoose: (choice: ChosenSwitch) => void;
}) {
  const [storeId, setStore] = useState(stores[0]?.id ?? '');
  const [kind, setKind] = useState<NotificationKind>('message');
  const [inApp, setInApp] = useState('');
  const [mail, setMail] = useState<MailPace | ''>('');
  const { paces } = KIND_FACTS[kind];
  return (
    <Form
      busy={false}
      label="Add"
      disabled={inApp === '' && mail === ''}
      onSend={() => {
        onChoose({
          kind,
          storeId,
          inApp: inApp === '' ? null : inApp === 'on',
          mail: mail === '' ? null : mail,
        });
        setInApp('');
        setMail('');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Store"
          name="store"
          value={storeId}
          onChange={setStore}
          options={stores.map(({ id, name }) => [id, name] as const)}
        />
        <Select
          label="What"
          name="kind"
          value={kind}
          onChange={(next) => {
            setKind(next as NotificationKind);
            setMail('');
          }}
          options={OF_STORE.map((one) => [one, KIND_FACTS[one].name] as const)}
        />
        <Select label="In the list" name="inApp" value={inApp} onChange={setInApp} options={IN_APP} />
        <Select
          label="By mail"
          name="mail"
          value={mail}
          onChange={(next) => setMail(next as MailPace | '')}
          options={[
            ['', 'As for all stores'] as const,
            ...paces.map((pace) => [pace, PACE_TEXTS[pace]] as const),
          ]}
        />
      </div>
    </Form>
  );
}

function settingText({ inApp, mail }: Pick<ChosenSwitch, 'inApp' | 'mail'>): string {
  const text = [
    ...(inApp === null ? [] : [inApp ? 'In the list' : 'Not in the list']),
    ...(mail === null ? [] : [mail === 'off' ? 'no mail' : `by mail ${PACE_TEXTS[mail].toLowerCase()}`]),
  ].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
