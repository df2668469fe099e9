import { useEffect, useRef } from 'react';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import { EVERYTHING, variantsOf } from '../../../../domain/assets/variant.ts';
import { facetLabel } from '../../../../domain/catalogue/facets.ts';
import { preOrderText } from '../../../../domain/catalogue/price/pre-order.ts';
import { FILE_ROLES } from '../../../../domain/catalogue/product.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { fileDownloadedAt, fileIsNew } from '../../../../domain/library/library.ts';
import { isForSlicers } from '../../../../domain/library/slicer.ts';
import { paths } from '../../../../paths.ts';
import { ArchiveButton } from './ArchiveButton.tsx';
import { OpenFile, SlicerChoice } from './OpenFile.tsx';
import { useSlicer } from './useSlicer.ts';

/** The downloads of an owned product: everything, one variant, or one file. */
export function OwnedFiles({ product }: { product: LibraryProduct }) {
  const { files, downloads } = product;
  const all = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const variants = variantsOf(files);
  const { slicer, choose } = useSlicer(product.isForResin);
  const title = useRef<HTMLHeadingElement>(null);
  // The page was loaded without its content, so the browser could not scroll there itself.
  useEffect(() => {
    if (location.hash === '#files') title.current?.scrollIntoView();
  }, []);
  if (product.arrivesBy !== null) {
    return (
      <p className="notice">
        {preOrderText(product.arrivesBy)}. You can download it here once the artist delivers it, and we tell
        you then. Until then you can cancel it under{' '}
        <a className="link" href={paths.account('payments')}>
          Payments
        </a>
        .
      </p>
    );
  }
  if (files.length === 0) {
    return <p className="notice">The artist has not added files yet. They will appear here.</p>;
  }
  return (
    <section aria-labelledby="files" className="grid gap-4">
      <h2 ref={title} id="files" className="text-2xl">
        Files
      </h2>
      <div className="flex flex-wrap items-start gap-3">
        <ArchiveButton productId={product.id} variant={EVERYTHING} label="Download all" sizeBytes={all} />
        {variants.map(({ key, label, sizeBytes }) => (
          <ArchiveButton
            key={key}
            productId={product.id}
            variant={key}
            label={label}
            sizeBytes={sizeBytes}
            quiet
          />
        ))}
      </div>
      {files.some(({ name }) => isForSlicers(name)) && <SlicerChoice slicer={slicer} onChoose={choose} />}
      <ul className="card divide-y divide-line px-4 sm:px-5">
        {files.map((file) => {
          const downloaded = fileDownloadedAt(file, downloads, variants);
          const isNew = fileIsNew(file, downloads, variants);
          return (
            <li key={file.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold wrap-anywhere">
                  {file.name} {isNew && <span className="badge">New</span>}
                </p>
                <p className="text-sm text-ink-2">
                  {[
                    FILE_ROLES[file.role],
                    file.scale && facetLabel('scale', file.scale),
                    file.part,
                    fileSizeText(file.sizeBytes),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                  {file.version > 1 && `, version ${file.version}`}
                  {downloaded !== null && `. You downloaded it on ${dayText(downloaded)}.`}
                </p>
                <details className="text-sm text-ink-2">
                  <summary className="inline-flex min-h-8 cursor-pointer items-center underline underline-offset-4">
                    Checksum
                  </summary>
                  <code className="wrap-anywhere">SHA-256 {file.sha256}</code>
                </details>
              </div>
              <OpenFile slicer={slicer} productId={product.id} file={file} />
              <a
                className="btn btn-quiet btn-small"
                href={paths.downloadFile(product.id, file.id)}
                aria-label={`Download ${file.name}`}
              >
                Download
              </a>
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-ink-2">
        Interrupted downloads can be resumed. You can download your files as often as you like, with no
        expiry.
      </p>
    </section>
  );
}
