import { actions } from 'astro:actions';
import { lazy, Suspense, useState } from 'react';
import { FACETS } from '../../../../../domain/catalogue/facets.ts';
import { sizeText } from '../../../../../domain/catalogue/printing.ts';
import { FILE_ROLES, type FileRole, type ProductFile } from '../../../../../domain/catalogue/product.ts';
import { fileSizeText } from '../../../../../domain/kernel/file-size.ts';
import { Section } from '../../../../../ui/Form.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { filesChanged } from '../../version-text.ts';
import type { EditorPart } from './props.ts';

/** Loaded on demand. */
const ProductUpload = lazy(() => import('../../../../assets/upload/account/ProductUpload.tsx'));

const SCALES = Object.entries(FACETS.scale.values);

/** The files a buyer receives, with their details, and the upload of more. */
export function FilesSection({ editor, own }: EditorPart) {
  const { product, isOwned, changes } = own;
  const files = product.files.filter(({ retiredAt }) => retiredAt === null);
  const retired = product.files.filter(({ retiredAt }) => retiredAt !== null);
  const [removing, setRemoving] = useState<ProductFile | null>(null);
  const arrange = (next: readonly ProductFile[]) =>
    void editor.mutate((seen) =>
      actions.products.arrangeFiles({
        id: product.id,
        seen: seen.product.updatedAt,
        files: next.map(({ id, name, role, scale, part }) => ({
          id,
          name,
          role,
          scale: scaleOf(scale),
          part,
        })),
      }),
    );
  const change = (file: ProductFile, part: Partial<ProductFile>) =>
    arrange(files.map((known) => (known === file ? { ...known, ...part } : known)));

  return (
    <Section
      title="Files"
      intro={
        isOwned
          ? 'Buyers already own this product. Files you add become a new version; owners keep files you remove.'
          : 'What buyers receive, in this order.'
      }
    >
      <ul className="grid gap-3 empty:hidden" aria-label="Files">
        {files.map((file) => (
          <li key={file.id} className="grid gap-2 rounded-xl border border-line p-3">
            <p className="flex items-center gap-2">
              <span className="flex-none text-ink-3">
                <Icon name="file" />
              </span>
              <span className="min-w-0 flex-1 font-semibold break-words">{file.name}</span>
              <button
                type="button"
                className="icon-btn"
                aria-label={`Remove ${file.name}`}
                onClick={() => setRemoving(file)}
              >
                <Icon name="trash" />
              </button>
            </p>
            <p className="text-sm text-ink-2">{factsOf(file)}</p>
            {removing === file ? (
              <div className="notice grid gap-3" role="alertdialog" aria-label={`Remove ${file.name}`}>
                <p>
                  {isOwned
                    ? 'New buyers will not get this file. Buyers who already own the product keep it.'
                    : 'The file is deleted.'}
                </p>
                <p className="flex flex-wrap gap-3">
                  <button
                    type="button"
                    className="btn btn-danger btn-small"
                    onClick={() => {
                      setRemoving(null);
                      void editor.mutate(
                        (seen) =>
                          actions.products.takeOutFile({
                            id: product.id,
                            seen: seen.product.updatedAt,
                            fileId: file.id,
                          }),
                        `${file.name} removed.`,
                      );
                    }}
                  >
                    Remove
                  </button>
                  <button type="button" className="btn btn-quiet btn-small" onClick={() => setRemoving(null)}>
                    Cancel
                  </button>
                </p>
              </div>
            ) : (
              <div className="grid gap-2 sm:grid-cols-3">
                <label className="grid gap-1 text-sm font-semibold">
                  Kind
                  <select
                    className="field font-normal"
                    value={file.role}
                    onChange={(event) => change(file, { role: event.target.value as FileRole })}
                  >
                    {Object.entries(FILE_ROLES).map(([role, label]) => (
                      <option key={role} value={role}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <label className="grid gap-1 text-sm font-semibold">
                  Scale
                  <select
                    className="field font-normal"
                    value={file.scale ?? ''}
                    onChange={(event) => change(file, { scale: event.target.value || null })}
                  >
                    <option value="">Not set</option>
                    {SCALES.map(([scale, label]) => (
                      <option key={scale} value={scale}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <label className="grid gap-1 text-sm font-semibold">
                  Part
                  <input
                    className="field font-normal"
                    maxLength={80}
                    placeholder="Body, left arm …"
                    defaultValue={file.part ?? ''}
                    onBlur={(event) => {
                      const part = event.target.value.trim() || null;
                      if (part !== file.part) change(file, { part });
                    }}
                  />
                </label>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={<div className="skeleton h-40" aria-busy="true" />}>
        <ProductUpload
          product={{ id: product.id, name: product.name }}
          isEmpty={files.length === 0}
          add={
            editor.autosaves && !isOwned
              ? (added) => editor.mutate(() => actions.products.takeFiles({ id: product.id, files: added }))
              : null
          }
          onAdded={() => void editor.mutate(() => actions.products.one({ id: product.id }))}
        />
      </Suspense>
      {retired.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-ink-2">
            {retired.length} removed, still available to owners
          </summary>
          <ul className="list-disc pl-6 text-sm text-ink-2">
            {retired.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      )}
      {changes.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-ink-2">Version history</summary>
          <ul className="grid gap-1 text-sm text-ink-2">
            {changes.map(({ version, note, ...change }) => (
              <li key={version}>
                Version {version}: {[note, filesChanged(change)].filter((part) => part !== '').join(' ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function scaleOf(text: string | null): keyof typeof FACETS.scale.values | null {
  return text !== null && text in FACETS.scale.values ? (text as keyof typeof FACETS.scale.values) : null;
}

function factsOf({ sizeBytes, mesh, version }: ProductFile): string {
  return [
    fileSizeText(sizeBytes),
    ...(mesh
      ? [
          sizeText(mesh.size),
          `${mesh.triangles.toLocaleString('en')} triangles`,
          mesh.watertight ? 'closed' : 'has holes',
        ]
      : []),
    ...(version > 1 ? [`version ${version}`] : []),
  ].join(', ');
}
