import { useState } from 'react';
import {
  BULK_VERBS,
  type BulkAction,
  type BulkVerb,
  SELECTED_MAX,
} from '../../../../../domain/catalogue/product-bulk.ts';
import { counted } from '../../../../../domain/kernel/plural.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { Form, Select } from '../../../../../ui/Form.tsx';
import { BulkFields } from './BulkFields.tsx';
import { type BulkForm, bulkActionOf } from './bulk-form.ts';
import type { Bulk } from './useBulk.ts';

const VERB_LABELS: Record<BulkVerb, string> = {
  publish: 'Publish',
  unlist: 'Unlist: link only',
  withdraw: 'Unpublish',
  archive: 'Archive',
  restore: 'Restore from archive',
};

const ACTIONS: readonly (readonly [value: string, label: string])[] = [
  ...BULK_VERBS.map((verb) => [verb, VERB_LABELS[verb]] as const),
  ['price', 'Set the price'],
  ['price-percent', 'Raise or lower the price'],
  ['sale', 'Put on sale'],
  ['sale-end', 'End the sale'],
  ['shelf-add', 'Add to a category'],
  ['shelf-remove', 'Remove from a category'],
  ['tags-add', 'Add tags'],
  ['tags-remove', 'Remove tags'],
  ['ai', 'Say whether AI was used'],
];

interface Props {
  ids: readonly string[];
  shelves: readonly { id: string; name: string }[];
  bulk: Bulk;
  onNone: () => void;
}

/** Bulk actions on the selected products. */
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
    ai: '',
    origin: null,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<BulkAction | null>(null);
  const change = (part: Partial<BulkForm>) => {
    setRefusal(null);
    setTyped({ ...typed, ...part });
  };
  const many = counted(ids.length, 'product');
  const send = () => {
    const action = bulkActionOf(typed);
    if (typeof action === 'string') setRefusal(action);
    else if (ids.length > SELECTED_MAX) setRefusal(`Select at most ${SELECTED_MAX} products at a time.`);
    else if (action.kind === 'move' && action.verb === 'archive') setConfirmed(action);
    else bulk.start(ids, action);
  };
  const error = refusal ?? bulk.error;
  return (
    <section className="card mt-2 grid gap-3 p-4" aria-label="Bulk actions">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold" role="status">
          {many} selected
        </p>
        <button type="button" className="link min-h-11" onClick={onNone}>
          Clear selection
        </button>
      </div>
      <Form busy={bulk.progress !== null} label={`Apply to ${many}`} onSend={send}>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label="Action"
            name="what"
            value={typed.what}
            options={ACTIONS}
            onChange={(what) => change({ what })}
          />
          <BulkFields typed={typed} shelves={shelves} onChange={change} />
        </div>
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </Form>
      {confirmed && (
        <Confirm
          title={`Archive ${many}?`}
          yes="Archive"
          no="Cancel"
          busy={false}
          onNo={() => setConfirmed(null)}
          onYes={() => {
            setConfirmed(null);
            bulk.start(ids, confirmed);
          }}
        >
          <p>They leave your store. Buyers who own them keep them. You can restore them later.</p>
        </Confirm>
      )}
    </section>
  );
}
