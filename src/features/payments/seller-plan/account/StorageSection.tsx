import { fileSizeText as sizeText } from '../../../../domain/kernel/file-size.ts';
import type { PlanView } from '../../../../domain/payments/seller-plan.ts';
import { Section } from '../../../../ui/Form.tsx';

/** How much of the room for files is used. */
export function StorageSection({ view }: { view: PlanView }) {
  const { usedBytes, limitBytes } = view;
  const isOver = usedBytes > limitBytes;
  return (
    <Section title="Room for files">
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
          Your files weigh more than your plan holds. They all stay, published and sold as before; new uploads
          wait until there is room again.
        </p>
      )}
    </Section>
  );
}
