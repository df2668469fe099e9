import { lazy, Suspense, useId, useState } from 'react';
import { Icon } from '../../../../ui/Icon.tsx';

/** Loaded on demand: few visits to the list upload files. */
const PackUpload = lazy(() => import('./PackUpload.tsx'));

/** Opens the upload of a whole folder from the product list. `onMade` runs after products were created. */
export function PackSection({ onMade }: { onMade: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-4">
      <button
        type="button"
        className="btn btn-small btn-quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="box" />
        Drop a folder
      </button>
      <div id={id} className={isOpen ? 'mt-4' : ''}>
        {isOpen && (
          <Suspense fallback={<div className="skeleton h-60" aria-busy="true" />}>
            <PackUpload onMade={onMade} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
