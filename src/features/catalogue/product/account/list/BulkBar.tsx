import { useState } from 'react';
import {
  BULK_MAX,
  BULK_VERBS,
  type BulkAction,
  type BulkVerb,
} from '../../../../../domain/catalogue/product-bulk.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { Form, Select } from '../../../../../ui/Form.tsx';
import { BulkFields } from './BulkFields.tsx';
import { type BulkForm, bulkActionOf } from './bulk-form.ts';
import type { Bulk } from './useBulk.ts';

const VERB_LABELS: Record<BulkVerb, string> = {
  publish: 'Publish',
  unlist: 'Unlist: only by its address',
  withdraw: 'Withdraw from the shop',
  archive: 'Archive',
  restore: 'Take out of the archive',
};

const DEEDS: readonly (readonly [value: string, label: string])[] = [
  ...BULK_VERBS.map((verb) => [verb, VERB_LABELS[verb]] as const),
  ['price', 'Set the price'],
  ['price-percent', 'Raise or lower the price'],
  ['sale', 'Put on sale'],
  ['sale-end', 'Take off sale'],
  ['shelf-add', 'Add to a category'],
  ['shelf-remove', 'Remove from a category'],
  ['tags-add', 'Add tags'],
  ['tags-remove', 'Remove tags'],
];

interface Props {
  ids: readonly string[];
  shelves: readonly { id: string; name: string }[];
  bulk: Bulk;
  onNone: () => void;
}

/** What can be done to the products that are chosen. */
export function BulkBar({ ids, shelves, bulk, onNone }: Props) {
  const [typed, setTyped] = useState<BulkForm>({
    what: 'publish',
    price: '',
    percent: '',
    salePercent: '',
    from: '',
    to: '',
    shelf: '',
    tags: '',
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<BulkAction | null>(null);
  const change = (part: Partial<BulkForm>) => {
    setRefusal(null);
    setTyped({ ...typed, ...part });
  };
  const many = ids.length === 1 ? '1 product' : `${ids.length} products`;
  const send = () => {
    const deed = bulkActionOf(typed);
    if (typeof deed === 'string') setRefusal(deed);
    else if (ids.length > BULK_MAX) setRefusal(`Choose at most ${BULK_MAX} products at a time.`);
    else if (deed.kind === 'move' && deed.verb === 'archive') setConfirmed(deed);
    else bulk.start(ids, deed);
  };
  const said = refusal ?? bulk.error;
  return (
    <section className="card mt-2 grid gap-3 p-4" aria-label="Change what is chosen">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold" role="status">
          {many} chosen
        </p>
        <button type="button" className="link min-h-11" onClick={onNone}>
          Choose none
        </button>
      </div>
      <Form busy={bulk.progress !== null} label={`Do it to ${many}`} onSend={send}>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label="What to do"
            name="what"
            value={typed.what}
            options={DEEDS}
            onChange={(what) => change({ what })}
          />
          <BulkFields typed={typed} shelves={shelves} onChange={change} />
        </div>
        {said && (
          <p className="error" role="alert">
            {said}
          </p>
        )}
      </Form>
      {confirmed && (
        <Confirm
          title={`Archive ${many}?`}
          yes="Archive"
          no="Keep"
          busy={false}
          onNo={() => setConfirmed(null)}
          onYes={() => {
            setConfirmed(null);
            bulk.start(ids, confirmed);
          }}
        >
          <p>They leave your store. Who owns one keeps it. You can take them out of the archive again.</p>
        </Confirm>
      )}
    </section>
  );
}
