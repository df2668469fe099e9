import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import type { Made } from './making.ts';
import { PackGrid } from './PackGrid.tsx';
import { UploadDrop } from './UploadDrop.tsx';

/** Uploads a whole folder: products are proposed, corrected and created. Part of the product list. */
export default function PackUpload({ onMade }: { onMade?: (made: Made[]) => void }) {
  const [existing, setExisting] = useState<{ id: string; name: string }[]>([]);
  const [made, setMade] = useState<Made[]>([]);
  useEffect(() => {
    // Optional: without existing products, everything else still works.
    void actions.products
      .list({ page: 1, text: '', state: null, shelf: null, sort: 'changed' })
      .then(({ data }) => setExisting(data?.rows.map(({ id, name }) => ({ id, name })) ?? []))
      .catch(() => setExisting([]));
  }, []);
  return (
    <div className="grid grid-cols-1 gap-5">
      <UploadDrop />
      {made.length > 0 && <MadeList made={made} />}
      <PackGrid
        existing={existing}
        onMade={(more) => {
          setMade((known) => together(known, more));
          onMade?.(more);
        }}
      />
    </div>
  );
}

function MadeList({ made }: { made: readonly Made[] }) {
  return (
    <section className="notice" aria-label="Products created">
      <p className="font-semibold" role="status">
        {counted(made.length, 'product has', 'products have')} files now. Give each a price, a picture and a
        licence, then publish it.
      </p>
      <ul className="mt-1">
        {made.map(({ productId, name, fileCount }) => (
          <li key={productId} className="flex flex-wrap items-center gap-x-2">
            <a className="link inline-flex min-h-11 items-center" href={paths.sellerProduct(productId)}>
              {name}
            </a>
            <span className="text-sm text-ink-3">{counted(fileCount, 'file')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One entry per product, even if files were added more than once. */
function together(known: readonly Made[], more: readonly Made[]): Made[] {
  const all = new Map(known.map((made) => [made.productId, made]));
  for (const made of more) {
    const fileCount = (all.get(made.productId)?.fileCount ?? 0) + made.fileCount;
    all.set(made.productId, { ...made, fileCount });
  }
  return [...all.values()];
}
