import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Origin, originRefusal } from '../../../../../domain/catalogue/origin.ts';
import { publishRefusals } from '../../../../../domain/catalogue/product.ts';
import {
  type ProductVerb,
  PUBLISH_REFUSAL_TEXTS,
  stateChangeRefusal,
} from '../../../../../domain/catalogue/product-editing.ts';
import { instantAtWallClock, momentText, wallClockAt } from '../../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../../paths.ts';
import { Field } from '../../../../../ui/Form.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { ownTimeZone } from '../../../../../ui/time-zone.ts';
import { useStrikeRefusal } from '../../../../moderation/account-state/account/useStrikeRefusal.ts';
import { $sellerStore } from '../../../store/account/seller-store.store.ts';
import { shutStoreText } from '../shut-store.ts';
import { OriginField } from './OriginField.tsx';
import type { EditorPart } from './props.ts';
import type { SaveState } from './useProductEditor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SAVE_STATE_TEXTS: Record<SaveState, string> = {
  saved: 'Saved.',
  unsaved: 'Unsaved changes.',
  saving: 'Saving …',
  failed: 'Not saved: check the marked fields, or try again.',
  elsewhere: 'The product was changed in another tab or by someone else.',
};
const WAITS = 'Sent for review. We write to you as soon as it is decided.';
const REVIEWED = 'We look at this product before it is published.';
const MINOR_ACTIONS: [verb: ProductVerb, label: string, done: string][] = [
  ['unlist', 'Unlist', 'Unlisted. Only people with the link can find it.'],
  ['withdraw', 'Unpublish', 'Unpublished.'],
  ['restore', 'Restore', 'Restored.'],
];

/**
 * Save state, what is missing for publishing, and the next steps.
 * @param props `isReviewed`: whether the marketplace looks at products of this store before they are published first
 */
export function PublishPanel({ editor, own, text, ...props }: EditorPart & { isReviewed: boolean }) {
  const { product, publishAt, account } = own;
  const isReviewed = props.isReviewed && product.publishedAt === null;
  const { saveState, autosaves } = editor;
  const storeState = useStore($sellerStore)?.state ?? 'draft';
  const shut = shutStoreText(storeState);
  const zone = ownTimeZone();
  const [plan, setPlan] = useState<string | null>(null);
  const [archiving, setArchiving] = useState(false);
  const [origin, setOrigin] = useState<Origin | null>(null);
  const stopped = useStrikeRefusal();
  const missing = publishRefusals({ ...product, ...text }, account).map(
    (refusal) => PUBLISH_REFUSAL_TEXTS[refusal],
  );
  const asksOrigin = own.origin === null && product.publishedAt === null;
  const undeclared = originRefusal(own.origin?.origin ?? origin, product.publishedAt);
  const refusals = [stopped, ...missing, undeclared].filter((sentence) => sentence !== null);
  const may = (verb: ProductVerb) => stateChangeRefusal(product.state, verb, 0, DAY_MS) === null;
  const go = (verb: ProductVerb, done: string, at: number | null = null) => {
    setPlan(null);
    setArchiving(false);
    const declared = asksOrigin && (verb === 'publish' || verb === 'schedule') ? { origin } : {};
    void editor.mutate(
      () => actions.products.move({ id: product.id, verb, publishAt: at, timeZone: zone, ...declared }),
      (next) => (next.product.state === 'in-review' ? WAITS : done),
    );
  };
  const planned = plan === null ? null : instantAtWallClock(plan, zone);

  return (
    <aside className="card grid gap-4 p-5 xl:sticky xl:top-24" aria-label="Publishing">
      <p
        role="status"
        className={`text-sm ${saveState === 'failed' || saveState === 'elsewhere' ? 'text-wax' : 'text-ink-2'}`}
      >
        {SAVE_STATE_TEXTS[saveState]}
      </p>
      {!autosaves && saveState !== 'saved' && editor.refusals.length > 0 && (
        <ul className="grid gap-1 text-sm text-wax" aria-label="Why it cannot be saved">
          {editor.refusals.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {saveState === 'elsewhere' && (
        <button type="button" className="btn btn-quiet btn-small" onClick={() => void editor.load()}>
          Reload
        </button>
      )}
      {(!autosaves || saveState === 'failed') && saveState !== 'saved' && saveState !== 'elsewhere' && (
        <p className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-small"
            aria-busy={saveState === 'saving'}
            onClick={() => void editor.save()}
          >
            Save changes
          </button>
          <button type="button" className="btn btn-quiet btn-small" onClick={editor.discard}>
            Discard
          </button>
        </p>
      )}
      {product.state === 'scheduled' && publishAt !== null && (
        <p className="notice text-sm">
          {isReviewed ? 'Sent for review on' : 'Publishes on'} {momentText(publishAt, zone)}.
        </p>
      )}
      {product.state === 'suspended' && (
        <p className="notice notice-bad text-sm">
          We have suspended this product. The e-mail we sent says why.
        </p>
      )}
      {product.state === 'in-review' && (
        <p className="notice text-sm">
          In review: {REVIEWED} When we approve it, it is published at once; otherwise we say what has to
          change. We write to you either way.
        </p>
      )}
      {product.state === 'ready' && own.reviewNote !== '' && (
        <div className="notice notice-bad text-sm">
          <p className="font-semibold">Sent back by the marketplace</p>
          <p className="whitespace-pre-line">{own.reviewNote}</p>
        </div>
      )}
      {may('publish') && (
        <>
          {asksOrigin && <OriginField origin={origin} onChange={setOrigin} />}
          {refusals.length > 0 && (
            <div>
              <p className="font-semibold">Before it can be published</p>
              <ul className="mt-1 grid gap-1.5 text-sm text-ink-2">
                {refusals.map((sentence) => (
                  <li key={sentence} className="flex gap-2">
                    <span className="mt-0.5 flex-none">
                      <Icon name="right" size={16} />
                    </span>
                    {sentence}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {isReviewed && <p className="text-sm text-ink-2">{REVIEWED} We write to you when it is decided.</p>}
          <button
            type="button"
            className="btn"
            disabled={refusals.length > 0}
            onClick={() =>
              go(
                'publish',
                shut === null ? 'Published.' : `Published, but ${shut}: it is shown once the store opens.`,
              )
            }
          >
            {isReviewed ? 'Send for review' : product.state === 'unlisted' ? 'List publicly' : 'Publish'}
          </button>
        </>
      )}
      {may('schedule') &&
        (plan === null ? (
          <button
            type="button"
            className="btn btn-quiet"
            disabled={refusals.length > 0}
            onClick={() => setPlan(wallClockAt(publishAt ?? Date.now() + DAY_MS, zone))}
          >
            {product.state === 'scheduled' ? 'Reschedule …' : isReviewed ? 'Send later …' : 'Publish later …'}
          </button>
        ) : (
          <div className="grid gap-3">
            <Field
              label={isReviewed ? 'Send for review on' : 'Publish on'}
              name="publishAt"
              type="datetime-local"
              value={plan}
              hint={`In your time zone, ${zone}.`}
              error={planned !== null && planned <= Date.now() ? 'Choose a time in the future.' : undefined}
              onChange={setPlan}
            />
            <p className="flex flex-wrap gap-3">
              <button
                type="button"
                className="btn btn-small"
                disabled={planned === null || planned <= Date.now()}
                onClick={() => go('schedule', 'Scheduled.', planned)}
              >
                Schedule
              </button>
              <button type="button" className="btn btn-quiet btn-small" onClick={() => setPlan(null)}>
                Cancel
              </button>
            </p>
          </div>
        ))}
      {product.state === 'published' &&
        (shut === null ? (
          <a className="btn btn-quiet" href={paths.product(product.id)}>
            View in the shop
          </a>
        ) : (
          <>
            <p className="notice text-sm">
              Nobody can see it yet: {shut}.{' '}
              <Link className="link" href={`~${paths.storeSettings()}`}>
                Store settings
              </Link>
            </p>
            <a className="btn btn-quiet" href={paths.productPreview(product.id)}>
              Preview
            </a>
          </>
        ))}
      <p className="grid gap-1 text-sm">
        {MINOR_ACTIONS.filter(([verb]) => may(verb)).map(([verb, label, done]) => (
          <button key={verb} type="button" className="link min-h-11 text-left" onClick={() => go(verb, done)}>
            {label}
          </button>
        ))}
        {may('archive') && !archiving && (
          <button type="button" className="link min-h-11 text-left" onClick={() => setArchiving(true)}>
            Archive …
          </button>
        )}
      </p>
      {archiving && (
        <div className="notice grid gap-3 text-sm" role="alertdialog" aria-label="Archive this product">
          <p>Archive it? It leaves your store; buyers who own it keep it, and you can restore it.</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-danger btn-small"
              onClick={() => go('archive', 'Archived.')}
            >
              Archive
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setArchiving(false)}>
              Cancel
            </button>
          </p>
        </div>
      )}
    </aside>
  );
}
