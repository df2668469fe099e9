import { PackGrid } from './PackGrid.tsx';
import { UploadDrop } from './UploadDrop.tsx';

/** Uploads files for one product and adds them with their roles. `onAdded` runs once they are added. */
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
