import { fileSizeText as sizeText } from '../../../../domain/kernel/file-size.ts';
import type { PlanView } from '../../../../domain/payments/seller-plan.ts';
import { Section } from '../../../../ui/Form.tsx';

/** The used and available storage. */
export function StorageSection({ view }: { view: PlanView }) {
  const { usedBytes, limitBytes } = view;
  const isOver = usedBytes > limitBytes;
  return (
    <Section title="Storage">
      <p id="storage-text">
        {sizeText(usedBytes)} of {sizeText(limitBytes)} used.
      </p>
      <progress
        className="bar"
        max={limitBytes}
        value={Math.min(usedBytes, limitBytes)}
        aria-labelledby="storage-text"
      />
      {isOver && (
        <p className="notice">
          Your files exceed the storage of your plan. They all stay, published and on sale as before; you can
          upload again once there is room.
        </p>
      )}
    </Section>
  );
}
