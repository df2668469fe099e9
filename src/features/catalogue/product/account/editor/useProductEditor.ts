import { actions, isInputError } from 'astro:actions';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SellerProduct } from '../../../../../data/catalogue/seller-products.ts';
import type { Product } from '../../../../../domain/catalogue/product.ts';
import type { ProductText } from '../../../../../domain/catalogue/product-editing.ts';
import { patchRefusals } from '../../../../../domain/catalogue/product-patch.ts';
import type { ActionResult } from '../../../../../ui/action-answer.ts';
import { toast } from '../../../../../ui/toast.ts';

/** What is not seen by anybody is kept as it is typed, this long after the last key. In ms. */
const AUTOSAVE_MS = 1200;

/** Whether what stands in the form is kept. `elsewhere`: the product was changed in another tab or by somebody else. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'elsewhere';

export interface ProductEditor {
  state: 'asking' | 'ready' | 'absent' | 'failed';
  own: SellerProduct | null;
  text: ProductText | null;
  saveState: SaveState;
  /** A sentence at a field, from the rules as one types or from the server. */
  problem: (field: string) => string | undefined;
  /** Why what is typed cannot be kept, each a sentence. */
  refusals: readonly string[];
  /** Drafts keep themselves; what is in the shop window changes only when the seller says so. */
  autosaves: boolean;
  set: (part: Partial<ProductText>) => void;
  save: () => Promise<boolean>;
  discard: () => void;
  load: () => Promise<void>;
  /** Asks something else of the product, after keeping what was typed; takes over the product as it is then. */
  mutate: (
    asked: (own: SellerProduct) => Promise<ActionResult<SellerProduct>>,
    said?: string,
  ) => Promise<boolean>;
}

/** A product under its seller's hands: what is typed, what is kept, and what the server says to it. */
export function useProductEditor(id: string): ProductEditor {
  const [state, setState] = useState<ProductEditor['state']>('asking');
  const [own, setOwn] = useState<SellerProduct | null>(null);
  const [text, setText] = useState<ProductText | null>(null);
  const [kept, setKept] = useState<SaveState>('saved');
  const [refused, setRefused] = useState<Record<string, string[] | undefined>>({});
  const latest = useRef({ own, text, kept });
  latest.current = { own, text, kept };

  const takeOver = useCallback((next: SellerProduct, keepText: boolean) => {
    setOwn(next);
    latest.current.own = next;
    if (keepText) return;
    setText(textOf(next.product));
    setKept('saved');
    setRefused({});
  }, []);

  const load = useCallback(async () => {
    setState('asking');
    const answer = await actions.products.one({ id }).catch(() => null);
    if (!answer) return setState('failed');
    if (answer.error) return setState(answer.error.code === 'NOT_FOUND' ? 'absent' : 'failed');
    takeOver(answer.data, false);
    setState('ready');
  }, [id, takeOver]);
  useEffect(() => void load(), [load]);

  const save = useCallback(async (): Promise<boolean> => {
    const { own: before, text: typed } = latest.current;
    if (!before || !typed || latest.current.kept === 'saved') return true;
    const change = changeOf(before.product, typed);
    if (Object.keys(change).length === 0) {
      setKept('saved');
      return true;
    }
    if (patchRefusals(before.product, typed, before.account).length > 0) return false;
    setKept('saving');
    const answer = await actions.products
      .change({ id, seen: before.product.updatedAt, text: change })
      .catch(() => null);
    if (!answer) {
      setKept('failed');
      return false;
    }
    if (answer.error) {
      const atFields = isInputError(answer.error) ? answer.error.fields : null;
      if (atFields) setRefused(atFields);
      setKept(answer.error.code === 'CONFLICT' && !atFields ? 'elsewhere' : 'failed');
      return false;
    }
    setRefused({});
    // Typed on while the answer was on its way: that stays, and is still to be kept.
    const isStill = latest.current.text === typed;
    takeOver(answer.data, !isStill);
    setKept(isStill ? 'saved' : 'unsaved');
    return true;
  }, [id, takeOver]);

  const savesItself = own !== null && !['published', 'unlisted'].includes(own.product.state);
  useEffect(() => {
    if (!savesItself || kept !== 'unsaved') return;
    void text;
    const soon = setTimeout(() => void save(), AUTOSAVE_MS);
    return () => clearTimeout(soon);
  }, [savesItself, kept, text, save]);
  useEffect(() => {
    if (kept === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [kept]);

  const ask = async (
    asked: (own: SellerProduct) => Promise<ActionResult<SellerProduct>>,
    said?: string,
  ): Promise<boolean> => {
    if (!(await save()) || !latest.current.own) return false;
    try {
      const { data, error } = await asked(latest.current.own);
      if (error) {
        void toast(error.message, { kind: 'error' });
        return false;
      }
      takeOver(data, false);
      if (said) void toast(said, { kind: 'success' });
      return true;
    } catch {
      void toast('There is no connection; nothing was changed. Try again in a moment.', { kind: 'error' });
      return false;
    }
  };

  const refusals = own && text ? patchRefusals(own.product, text, own.account) : [];
  return {
    state,
    own,
    text,
    saveState: kept,
    problem: (field) => refusals.find((refusal) => refusal.field === field)?.sentence ?? refused[field]?.[0],
    refusals: refusals.map(({ sentence }) => sentence),
    autosaves: savesItself,
    set: (part) => {
      setText((before) => before && { ...before, ...part });
      setKept('unsaved');
    },
    save,
    discard: () => own && takeOver(own, false),
    load,
    mutate: ask,
  };
}

/** What of a product its seller writes. */
export function textOf(product: Product): ProductText {
  const { name, description, priceCents, free, sale, shelves, tags, facets, archetype, baseMm } = product;
  const { licences, printNotes, mature, ai, previewOff, category } = product;
  return {
    ...{ name, description, priceCents, free, sale, shelves, tags, facets, archetype, baseMm },
    ...{ licences, printNotes, mature, ai, previewOff, categoryId: category?.id ?? null },
  };
}

/** Only the fields that differ from what is kept. */
export function changeOf(product: Product, typed: ProductText): Partial<ProductText> {
  const before: Record<string, unknown> = textOf(product);
  return Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}
