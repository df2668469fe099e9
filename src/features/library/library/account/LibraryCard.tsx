import { memo } from 'react';
import {
  isUpdated,
  type LibraryItem,
  NEW_FOR_MS,
  PRINT_STATE_TEXTS,
} from '../../../../domain/library/library.ts';
import { OwnedCard } from './OwnedCard.tsx';

/** An owned product in the library, with a badge for new or updated files. */
export const LibraryCard = memo(function LibraryCard({ item }: { item: LibraryItem }) {
  const badge = isUpdated(item)
    ? 'Updated'
    : item.downloadedAt === null && Date.now() - item.grantedAt < NEW_FOR_MS
      ? 'New'
      : null;
  return (
    <OwnedCard item={item} badge={badge}>
      {item.print && <span className="text-sm text-brass">{PRINT_STATE_TEXTS[item.print]}</span>}
    </OwnedCard>
  );
});
