import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  deliverRefusal,
  moveRefusal,
  offerRefusal,
  PRE_ORDER_DAYS,
  PRE_ORDER_REFUSAL_TEXTS,
  preOrderText,
} from '../../../../../domain/catalogue/price/pre-order.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { Field, Section } from '../../../../../ui/Form.tsx';
import type { EditorPart } from './props.ts';

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Selling a model before it is finished: the promised day, and delivering it. */
export function PreOrderSection({ editor, own }: EditorPart) {
  const { product } = own;
  const { preOrder = null, publishedAt } = product;
  const [day, setDay] = useState(preOrder ? dayOf(preOrder.promisedDay) : '');
  const [asks, setAsks] = useState<'move' | 'deliver' | null>(null);
  if (!preOrder && publishedAt !== null) return null;
  const now = Date.now();
  const promisedDay = day === '' ? Number.NaN : Date.parse(day);
  const open = preOrder && { ...preOrder, state: 'open' as const };
  const refusal =
    open && publishedAt !== null
      ? moveRefusal(open, product, promisedDay, now)
      : offerRefusal(product, promisedDay, now);
  const isChanged = day !== (preOrder ? dayOf(preOrder.promisedDay) : '');
  const files = product.files.filter(({ retiredAt }) => retiredAt === null).length;
  const undelivered = open && deliverRefusal(open, files, now);
  const promise = (at: number | null, done: string) => {
    setAsks(null);
    void editor.mutate(() => actions.preOrders.promise({ id: product.id, promisedDay: at }), done);
  };
  const deliver = () => {
    setAsks(null);
    void editor.mutate(
      () => actions.preOrders.deliver({ id: product.id }),
      'Delivered. Everybody who has it is told.',
    );
  };
  return (
    <Section title="Pre-order">
      {preOrder ? (
        <p className="notice text-sm">{preOrderText(preOrder.promisedDay)}</p>
      ) : (
        <p className="text-sm text-ink-2">
          Sell this model before it is finished. You promise a day; buyers pay at once, and you are paid when
          you deliver. If the day passes, everybody is refunded and the model is a draft again.
        </p>
      )}
      <Field
        label="Arrives by"
        name="promisedDay"
        type="date"
        value={day}
        hint={
          publishedAt === null
            ? `At most ${PRE_ORDER_DAYS} days ahead. After publishing you can move it once.`
            : 'You can move it once. Buyers are told and may cancel.'
        }
        error={isChanged && day !== '' && refusal !== null ? PRE_ORDER_REFUSAL_TEXTS[refusal] : undefined}
        onChange={setDay}
      />
      <p className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          disabled={!isChanged || refusal !== null}
          onClick={() => (publishedAt === null ? promise(promisedDay, 'Date saved.') : setAsks('move'))}
        >
          {preOrder ? 'Change the day' : 'Offer as a pre-order'}
        </button>
        {preOrder && publishedAt === null && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              setDay('');
              promise(null, 'No longer a pre-order.');
            }}
          >
            No pre-order
          </button>
        )}
        {preOrder && publishedAt !== null && (
          <button
            type="button"
            className="btn btn-small"
            disabled={undelivered !== null}
            onClick={() => setAsks('deliver')}
          >
            Deliver
          </button>
        )}
      </p>
      {preOrder && publishedAt !== null && undelivered && (
        <p className="text-sm text-ink-2">{PRE_ORDER_REFUSAL_TEXTS[undelivered]}</p>
      )}
      {asks === 'move' && (
        <Confirm
          title="Move the promised day"
          yes="Move it and notify the buyers"
          no="Keep the day"
          busy={false}
          onYes={() => promise(promisedDay, 'Moved. Buyers have been notified.')}
          onNo={() => setAsks(null)}
        >
          <p>You can do this once. Everybody who pre-ordered it is told, and may cancel for a full refund.</p>
        </Confirm>
      )}
      {asks === 'deliver' && (
        <Confirm
          title="Deliver the model"
          yes="Deliver it"
          isHarmless
          no="Not yet"
          busy={false}
          onYes={deliver}
          onNo={() => setAsks(null)}
        >
          <p>
            Everybody who pre-ordered it is told and can download its files. Your share is sent, and from now
            on it is sold as a finished model.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
