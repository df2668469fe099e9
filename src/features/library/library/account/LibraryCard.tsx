import { memo } from 'react';
import { EVERYTHING } from '../../../../domain/assets/variant.ts';
import { isNew, isUpdated, type LibraryItem, PRINT_STATE_TEXTS } from '../../../../domain/library/library.ts';
import { ArchiveButton } from './ArchiveButton.tsx';
import { OwnedCard } from './OwnedCard.tsx';

interface Props {
  item: LibraryItem;
  selected: boolean;
  onSelect: (id: string, on: boolean) => void;
}

/** An owned product in the library, to be selected or downloaded, with a badge for new or updated files. */
export const LibraryCard = memo(function LibraryCard({ item, selected, onSelect }: Props) {
  const badge = isUpdated(item) ? 'Updated' : isNew(item, Date.now()) ? 'New' : null;
  return (
    <OwnedCard
      item={item}
      badge={badge}
      corner={
        item.sizeBytes > 0 && (
          <label className="grid size-11 cursor-pointer place-items-center rounded-bl-card bg-card">
            <input
              type="checkbox"
              className="size-5 accent-verdigris"
              checked={selected}
              onChange={(event) => onSelect(item.id, event.target.checked)}
            />
            <span className="sr-only">Select {item.name}</span>
          </label>
        )
      }
      action={
        item.sizeBytes > 0 ? (
          <ArchiveButton
            productId={item.id}
            variant={EVERYTHING}
            label="Download"
            of={item.name}
            sizeBytes={item.sizeBytes}
            quiet
            small
          />
        ) : (
          <p className="text-sm text-ink-2">No files yet</p>
        )
      }
    >
      {item.print && <span className="text-sm text-brass">{PRINT_STATE_TEXTS[item.print]}</span>}
    </OwnedCard>
  );
});
