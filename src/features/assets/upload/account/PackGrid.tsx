import { isActionError } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { PRODUCT_LIMITS } from '../../../../domain/catalogue/product-editing.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { type Made, makeProduct } from './making.ts';
import { PackGroup } from './PackGroup.tsx';
import {
  corrected,
  type FileGroup,
  LEFT_OUT,
  listable,
  nonEmptyGroups,
  packChoice,
  type RowChange,
} from './pack-choice.ts';
import { $uploads, refreshUploads } from './upload.store.ts';

interface Props {
  /** Adds all files to this product; without it, products are proposed. */
  product?: { id: string; name: string } | null;
  /** Existing products of the store that files may be added to. */
  existing?: readonly { id: string; name: string }[];
  onMade: (made: Made[]) => void;
}

const NO_PRODUCTS: readonly never[] = [];

/** Proposes products for the uploaded files; the seller corrects the proposal and creates them. */
export function PackGrid({ product = null, existing = NO_PRODUCTS, onMade }: Props) {
  const all = useStore($uploads);
  const productId = product?.id ?? null;
  const uploads = useMemo(() => all.filter((file) => file.productId === productId), [all, productId]);
  const files = useMemo(() => listable(uploads), [uploads]);
  const [changes, setChanges] = useState<ReadonlyMap<string, RowChange>>(new Map());
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [added, setAdded] = useState<readonly FileGroup[]>([]);
  const [moved, setMoved] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const onlyId = product?.id;
  const onlyName = product?.name;
  const proposed = useMemo(() => {
    const only = onlyId === undefined ? null : { key: onlyId, name: onlyName ?? '', productId: onlyId };
    return packChoice(files, only);
  }, [files, onlyId, onlyName]);
  const choice = useMemo(() => {
    const others = existing.map(({ id, name }) => ({ key: id, name, productId: id }));
    return corrected(proposed, changes, names, product ? [] : [...added, ...others]);
  }, [proposed, changes, names, added, existing, product]);
  useEffect(() => {
    // A row moved to another product remounts there; restore its focus.
    if (moved === null) return;
    document.querySelector<HTMLElement>(`[data-product-of="${CSS.escape(moved)}"]`)?.focus();
    setMoved(null);
  }, [moved]);
  const change = useCallback((key: string, part: RowChange) => {
    setChanges((known) => new Map(known).set(key, { ...known.get(key), ...part }));
    if (part.group !== undefined) setMoved(key);
  }, []);
  const addGroup = useCallback(
    (key: string) => {
      const group = { key: `added/${crypto.randomUUID()}`, name: 'New product', productId: null };
      setAdded((known) => [...known, group]);
      change(key, { group: group.key });
    },
    [change],
  );

  if (files.length === 0) return null;
  const parts = nonEmptyGroups(choice);
  const leftOut = choice.rows.filter(({ group }) => group === LEFT_OUT);
  const options = choice.groups.map(({ key, name }) => [key, name.trim() || 'Untitled'] as const);
  const nameless = parts.some(({ group }) => group.name.trim() === '');
  const openCount = uploads.filter(({ state }) => ['waiting', 'sending', 'arrived'].includes(state)).length;
  const make = async () => {
    setBusy(true);
    setTrouble(null);
    const made: Made[] = [];
    try {
      for (const { group, rows } of parts) {
        const done = await makeProduct(group, rows, (id) => {
          // If its files are refused, the next attempt reuses the product.
          setAdded((known) => [...known, { key: id, name: group.name, productId: id }]);
          for (const { file } of rows) change(file.key, { group: id });
        });
        made.push(done);
      }
    } catch (reason) {
      setTrouble(isActionError(reason) ? reason.message : 'No connection; try again in a moment.');
    }
    await refreshUploads();
    setMoved(null);
    setBusy(false);
    if (made.length > 0) onMade(made);
  };
  const rename = (key: string, name: string) => setNames((known) => new Map(known).set(key, name));
  const group = { groups: product ? null : options, onChange: change, onNew: addGroup };
  return (
    <form
      className="grid gap-4"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void make();
      }}
    >
      {parts.map(({ group: { key, name, productId: known }, rows }) => (
        <PackGroup
          key={key}
          {...group}
          rows={rows}
          name={name}
          maxLength={PRODUCT_LIMITS.name}
          {...(known === null ? { onRename: (newName: string) => rename(key, newName) } : {})}
        />
      ))}
      {leftOut.length > 0 && <PackGroup {...group} rows={leftOut} name="Left out" isLeftOut />}
      {trouble !== null && (
        <p className="notice notice-bad" role="alert">
          {trouble}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button className="btn" type="submit" aria-busy={busy} disabled={parts.length === 0 || nameless}>
          {makeText(parts.length, choice.rows.length - leftOut.length, product !== null)}
        </button>
        <p className="text-sm text-ink-2" role="status">
          {nameless
            ? 'Each new product needs a name.'
            : openCount > 0
              ? `${counted(openCount, 'file is', 'files are')} still uploading or being checked.`
              : product
                ? ''
                : 'They start as drafts; nothing is public yet.'}
        </p>
      </div>
    </form>
  );
}

function makeText(products: number, files: number, isFixed: boolean): string {
  if (isFixed) return `Add ${counted(files, 'file')}`;
  return `Create ${counted(products, 'product')}`;
}
