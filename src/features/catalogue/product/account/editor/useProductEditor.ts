import { actions, isInputError } from 'astro:actions';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SellerProduct } from '../../../../../data/catalogue/seller-products.ts';
import type { Product } from '../../../../../domain/catalogue/product.ts';
import type { ProductText } from '../../../../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../../../../domain/catalogue/product-fields.ts';
import { patchRefusals } from '../../../../../domain/catalogue/product-patch.ts';
import { pick } from '../../../../../domain/kernel/fields/field-table.ts';
import type { ActionResult } from '../../../../../ui/action-answer.ts';
import { toast } from '../../../../../ui/toast.ts';

/** Drafts are saved this long after the last keystroke. In ms. */
const AUTOSAVE_MS = 1200;

/** Save state of the form. `elsewhere`: the product was changed in another tab or by someone else. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'elsewhere';

export interface ProductEditor {
  state: 'loading' | 'ready' | 'absent' | 'failed';
  own: SellerProduct | null;
  text: ProductText | null;
  saveState: SaveState;
  /** The error of a field, from the rules or the server. */
  problem: (field: string) => string | undefined;
  /** Why the form cannot be saved, as sentences. */
  refusals: readonly string[];
  /** Drafts save automatically; published products only on request. */
  autosaves: boolean;
  set: (part: Partial<ProductText>) => void;
  save: () => Promise<boolean>;
  discard: () => void;
  load: () => Promise<void>;
  /** Saves the form, then runs another action and takes over its product. `done` is a toast. */
  mutate: (
    action: (own: SellerProduct) => Promise<ActionResult<SellerProduct>>,
    done?: string | ((next: SellerProduct) => string),
  ) => Promise<boolean>;
}

/** State of the product editor: form, save state and server errors. */
export function useProductEditor(id: string): ProductEditor {
  const [state, setState] = useState<ProductEditor['state']>('loading');
  const [own, setOwn] = useState<SellerProduct | null>(null);
  const [text, setText] = useState<ProductText | null>(null);
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const [refused, setRefused] = useState<Record<string, string[] | undefined>>({});
  const latest = useRef({ own, text, saveState });
  /** The request that runs, or the last one. Each names the product's last change, so two at once would contradict each other. */
  const line = useRef(Promise.resolve());
  latest.current = { own, text, saveState };

  const adopt = useCallback((next: SellerProduct, keepForm: boolean) => {
    setOwn(next);
    latest.current.own = next;
    if (keepForm) return;
    setText(textOf(next.product));
    setSaveState('saved');
    setRefused({});
  }, []);

  const load = useCallback(async () => {
    setState('loading');
    const answer = await actions.products.one({ id }).catch(() => null);
    if (!answer) return setState('failed');
    if (answer.error) return setState(answer.error.code === 'NOT_FOUND' ? 'absent' : 'failed');
    adopt(answer.data, false);
    setState('ready');
  }, [id, adopt]);
  useEffect(() => void load(), [load]);

  const inLine = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const turn = line.current.then(work);
    line.current = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }, []);

  const saveNow = useCallback(async (): Promise<boolean> => {
    const { own: before, text: typed } = latest.current;
    if (!before || !typed || latest.current.saveState === 'saved') return true;
    const change = changeOf(before.product, typed);
    if (Object.keys(change).length === 0) {
      setSaveState('saved');
      return true;
    }
    if (patchRefusals(before.product, typed, before.account).length > 0) return false;
    setSaveState('saving');
    const answer = await actions.products
      .change({ id, seen: before.product.updatedAt, text: change })
      .catch(() => null);
    if (!answer) {
      setSaveState('failed');
      return false;
    }
    if (answer.error) {
      const atFields = isInputError(answer.error) ? answer.error.fields : null;
      if (atFields) setRefused(atFields);
      setSaveState(answer.error.code === 'CONFLICT' && !atFields ? 'elsewhere' : 'failed');
      return false;
    }
    setRefused({});
    // Changes typed while the request was running stay, and are still unsaved.
    const isStill = latest.current.text === typed;
    adopt(answer.data, !isStill);
    setSaveState(isStill ? 'saved' : 'unsaved');
    return true;
  }, [id, adopt]);
  const save = useCallback(() => inLine(saveNow), [inLine, saveNow]);

  const autosaves = own !== null && !['published', 'unlisted'].includes(own.product.state);
  useEffect(() => {
    if (!autosaves || saveState !== 'unsaved') return;
    void text;
    const timer = setTimeout(() => void save(), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [autosaves, saveState, text, save]);
  useEffect(() => {
    if (saveState === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [saveState]);

  const mutate: ProductEditor['mutate'] = (action, done) => inLine(() => mutateNow(action, done));
  const mutateNow: ProductEditor['mutate'] = async (action, done) => {
    if (!(await saveNow()) || !latest.current.own) return false;
    const typed = latest.current.text;
    try {
      const { data, error } = await action(latest.current.own);
      if (error) {
        void toast(error.message, { kind: 'error' });
        return false;
      }
      // What was typed while the request was running stays, and is still unsaved.
      adopt(data, latest.current.text !== typed);
      if (done) void toast(typeof done === 'string' ? done : done(data), { kind: 'success' });
      return true;
    } catch {
      void toast('No connection; nothing was changed. Try again in a moment.', { kind: 'error' });
      return false;
    }
  };

  const refusals = own && text ? patchRefusals(own.product, text, own.account) : [];
  return {
    state,
    own,
    text,
    saveState,
    problem: (field) => refusals.find((refusal) => refusal.field === field)?.sentence ?? refused[field]?.[0],
    refusals: refusals.map(({ sentence }) => sentence),
    autosaves,
    set: (part) => {
      setText((before) => before && { ...before, ...part });
      setSaveState('unsaved');
    },
    save,
    discard: () => own && adopt(own, false),
    load,
    mutate,
  };
}

/** The editable fields of a product. */
export function textOf(product: Product): ProductText {
  const { name, description, priceCents, free, openPrice, sale, shelves, tags, facets } = product;
  const { licences, print, mature, ai, previewOff, category } = product;
  return {
    ...pick(PRODUCT_FIELDS, product),
    ...{ name, description, priceCents, free, openPrice, sale, shelves, tags, facets },
    ...{ licences, print, mature, ai, previewOff, categoryId: category?.id ?? null },
  };
}

/** Only the fields that differ from the saved product. */
export function changeOf(product: Product, typed: ProductText): Partial<ProductText> {
  const before: Record<string, unknown> = textOf(product);
  return Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}
