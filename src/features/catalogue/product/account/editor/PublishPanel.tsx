import { actions } from 'astro:actions';
import { useState } from 'react';
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
import type { EditorPart } from './props.ts';
import type { SaveState } from './useProductEditor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_TEXTS: Record<SaveState, string> = {
  saved: 'Everything is kept.',
  unsaved: 'Not kept yet.',
  saving: 'Keeping …',
  failed: 'Not kept: look at what is marked, or try again.',
  elsewhere: 'The product was changed elsewhere meanwhile.',
};
const QUIET: [verb: ProductVerb, label: string, said: string][] = [
  ['unlist', 'Take it off the lists', 'Only those with the link find it now.'],
  ['withdraw', 'Take it out of the window', 'It is out of the window.'],
  ['restore', 'Bring it back', 'It is back among your products.'],
];

/** Whether it is kept, what still stands in the way, and the one step that comes next. */
export function PublishPanel({ editor, own, text }: EditorPart) {
  const { product, publishAt, account } = own;
  const { saveState, autosaves } = editor;
  const zone = ownTimeZone();
  const [plan, setPlan] = useState<string | null>(null);
  const [archiving, setArchiving] = useState(false);
  const stopped = useStrikeRefusal();
  const missing = publishRefusals({ ...product, ...text }, account).map(
    (word) => PUBLISH_REFUSAL_TEXTS[word],
  );
  const refusals = stopped === null ? missing : [stopped, ...missing];
  const may = (verb: ProductVerb) => stateChangeRefusal(product.state, verb, 0, DAY_MS) === null;
  const go = (verb: ProductVerb, said: string, at: number | null = null) => {
    setPlan(null);
    setArchiving(false);
    void editor.mutate(
      () => actions.products.move({ id: product.id, verb, publishAt: at, timeZone: zone }),
      said,
    );
  };
  const planned = plan === null ? null : instantAtWallClock(plan, zone);

  return (
    <aside className="card grid gap-4 p-5 xl:sticky xl:top-24" aria-label="Publishing">
      <p
        role="status"
        className={`text-sm ${saveState === 'failed' || saveState === 'elsewhere' ? 'text-wax' : 'text-ink-2'}`}
      >
        {KEPT_TEXTS[saveState]}
      </p>
      {!autosaves && saveState !== 'saved' && editor.refusals.length > 0 && (
        <ul className="grid gap-1 text-sm text-wax" aria-label="What keeps it from being saved">
          {editor.refusals.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {saveState === 'elsewhere' && (
        <button type="button" className="btn btn-quiet btn-small" onClick={() => void editor.load()}>
          Load it anew
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
        <p className="notice text-sm">Appears on {momentText(publishAt, zone)}.</p>
      )}
      {product.state === 'suspended' && (
        <p className="notice notice-bad text-sm">The hall has suspended it. The mail we sent says why.</p>
      )}
      {may('publish') && (
        <>
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
          <button
            type="button"
            className="btn"
            disabled={refusals.length > 0}
            onClick={() => go('publish', 'It is in the shop window.')}
          >
            {product.state === 'unlisted' ? 'Put it on the lists' : 'Publish'}
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
            {product.state === 'scheduled' ? 'Another moment …' : 'Publish later …'}
          </button>
        ) : (
          <div className="grid gap-3">
            <Field
              label="When shall it appear?"
              name="publishAt"
              type="datetime-local"
              value={plan}
              hint={`In your time zone, ${zone}.`}
              error={
                planned !== null && planned <= Date.now()
                  ? 'Choose a moment that is still to come.'
                  : undefined
              }
              onChange={setPlan}
            />
            <p className="flex flex-wrap gap-3">
              <button
                type="button"
                className="btn btn-small"
                disabled={planned === null || planned <= Date.now()}
                onClick={() => go('schedule', 'It will appear by itself.', planned)}
              >
                Schedule
              </button>
              <button type="button" className="btn btn-quiet btn-small" onClick={() => setPlan(null)}>
                Cancel
              </button>
            </p>
          </div>
        ))}
      {product.state === 'published' && (
        <a className="btn btn-quiet" href={paths.product(product.id)}>
          See it in the shop
        </a>
      )}
      <p className="grid gap-1 text-sm">
        {QUIET.filter(([verb]) => may(verb)).map(([verb, label, said]) => (
          <button key={verb} type="button" className="link min-h-11 text-left" onClick={() => go(verb, said)}>
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
          <p>Put it away? Nobody finds it any more; whoever owns it keeps it, and you can bring it back.</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-danger btn-small"
              onClick={() => go('archive', 'It is archived.')}
            >
              Archive it
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setArchiving(false)}>
              Keep it
            </button>
          </p>
        </div>
      )}
    </aside>
  );
}
