import { memo, useId } from 'react';
import { baseName } from '../../../../domain/assets/file-kind.ts';
import { meshReport } from '../../../../domain/assets/mesh-report.ts';
import { FACETS } from '../../../../domain/catalogue/facets.ts';
import { sizeText } from '../../../../domain/catalogue/printing.ts';
import { FILE_ROLES, type FileRole } from '../../../../domain/catalogue/product.ts';
import type { FileRow, RowChange } from './pack-choice.ts';

interface Props {
  row: FileRow;
  /** Products to choose from, as keys and names; null if there is no choice. */
  groups: readonly (readonly [key: string, name: string])[] | null;
  onChange: (key: string, change: RowChange) => void;
  /** Requests a new product with this file. */
  onNew: (key: string) => void;
}

const NEW = 'new product';
const ROLES = Object.entries(FILE_ROLES) as [FileRole, string][];
const SCALES = Object.entries(FACETS.scale.values) as [NonNullable<FileRow['scale']>, string][];

/** One file: its role, scale, part and product. */
export const PackRow = memo(function PackRow({ row, groups, onChange, onNew }: Props) {
  const id = useId();
  const { file, role, scale, part, group, copyOf } = row;
  const change = (part: RowChange) => onChange(file.key, part);
  const level = file.mesh ? meshReport(file.mesh, file.sizeBytes).level : 'green';
  return (
    <fieldset
      className={`grid grid-cols-2 items-end gap-x-3 gap-y-2 py-3 lg:gap-y-1 ${groups ? 'lg:grid-cols-[minmax(0,1fr)_10rem_6.5rem_8rem_10rem]' : 'lg:grid-cols-[minmax(0,1fr)_10rem_7rem_9rem]'}`}
    >
      <legend className="sr-only">{file.path}</legend>
      <p className="col-span-2 min-w-0 self-center leading-snug [overflow-wrap:anywhere] lg:col-span-1">
        <span className="font-semibold">{file.name}</span>
        <span className="block text-sm text-ink-3">
          {[
            file.mesh ? sizeText(file.mesh.size) : '',
            level === 'green' ? '' : level === 'amber' ? 'check this' : 'cannot be printed',
            copyOf ? `looks like a copy of ${baseName(copyOf)}` : '',
          ]
            .filter((word) => word !== '')
            .join(' · ')}
        </span>
      </p>
      <div>
        <label className="hint mt-0 block lg:sr-only" htmlFor={`${id}-role`}>
          Role
        </label>
        <select
          id={`${id}-role`}
          className="field min-h-11 text-sm"
          value={role}
          onChange={(event) => change({ role: event.target.value as FileRole })}
        >
          {ROLES.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className="hint mt-0 block lg:sr-only" htmlFor={`${id}-scale`}>
          Scale
        </label>
        <select
          id={`${id}-scale`}
          className="field min-h-11 text-sm"
          value={scale ?? ''}
          onChange={(event) =>
            change({ scale: SCALES.find(([key]) => key === event.target.value)?.[0] ?? null })
          }
        >
          <option value="">None</option>
          {SCALES.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className={groups ? '' : 'max-lg:col-span-2'}>
        <label className="hint mt-0 block lg:sr-only" htmlFor={`${id}-part`}>
          Part
        </label>
        <input
          id={`${id}-part`}
          className="field min-h-11 text-sm"
          value={part ?? ''}
          maxLength={80}
          placeholder="Whole"
          onChange={(event) => change({ part: event.target.value || null })}
        />
      </div>
      {groups && (
        <div>
          <label className="hint mt-0 block lg:sr-only" htmlFor={`${id}-group`}>
            Product
          </label>
          <select
            id={`${id}-group`}
            data-product-of={file.key}
            className="field min-h-11 text-sm"
            value={group}
            onChange={(event) =>
              event.target.value === NEW ? onNew(file.key) : change({ group: event.target.value })
            }
          >
            <option value="">Leave out</option>
            {groups.map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
            <option value={NEW}>New product …</option>
          </select>
        </div>
      )}
    </fieldset>
  );
});
