import { PackGrid } from './PackGrid.tsx';
import { UploadDrop } from './UploadDrop.tsx';

/** Files for one product: they are dropped, sorted into roles, and added. `onAdded` hears when the product has them. */
export default function ProductUpload({
  product,
  onAdded,
}: {
  product: { id: string; name: string };
  onAdded: () => void;
}) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <UploadDrop productId={product.id} />
      <PackGrid product={product} onMade={onAdded} />
    </div>
  );
}
