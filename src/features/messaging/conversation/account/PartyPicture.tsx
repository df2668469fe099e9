import { useState } from 'react';
import type { Party } from '../../../../domain/messaging/conversation.ts';
import { paths } from '../../../../paths.ts';

const SIZES = { 32: 'size-8 text-base', 40: 'size-10 text-lg', 48: 'size-12 text-xl' } as const;

/** The picture of a side; the first letter of its name if there is none. Stores are square, users round. */
export function PartyPicture({
  name,
  picture,
  isStore,
  size,
}: {
  name: string;
  /** URL of the picture; null if there is none. */
  picture: string | null;
  isStore: boolean;
  /** Edge in px. */
  size: keyof typeof SIZES;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = `${SIZES[size]} flex-none border border-line bg-paper-2 ${isStore ? 'rounded-[10px]' : 'rounded-full'}`;
  if (picture === null || picture === broken)
    return (
      <span className={`${look} grid place-items-center font-display text-verdigris`} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  return (
    <img
      className={`${look} object-cover`}
      src={picture}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(picture)}
    />
  );
}

/** The URL of a party's picture, or null. */
export function partyPictureUrl({ picture }: Pick<Party, 'picture'>): string | null {
  return picture && paths.picture(picture.collection, picture.id, picture.file, 160);
}
