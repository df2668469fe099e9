import { lazy, Suspense, useId, useState } from 'react';
import { Icon } from '../../../../ui/Icon.tsx';

/** Few visits to the list bring files; what handles them comes when it is asked for. */
const PackUpload = lazy(() => import('./PackUpload.tsx'));

/** The way from a product list to a whole pack of files. `onMade` hears when products were made. */
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
