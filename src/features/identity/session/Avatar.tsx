import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { pbApiUrl } from '../../kernel/page/pb-api-url.ts';

/** The address of somebody's 32 px thumbnail at the backend. */
const thumbnail = (base: string, id: string, file: string) =>
  paths.backendFile(base, 'users', id, file, '32x32');

/** One transparent pixel: an `<img>` must have an address, and an empty one would ask for the page itself. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * A user's picture as a 32 px thumbnail from the backend, over an icon for who has none. The header's picture is filled
 * in by the inline script before React arrives (`data-user-avatar`, below pbApiUrl, with places for id and file).
 */
export function Avatar({ person }: { person: { id: string; avatar: string | null } | null }) {
  const [broken, setBroken] = useState('');
  const shown = person?.avatar && broken !== person.avatar ? person.avatar : null;
  return (
    <span className="relative grid size-8 flex-none place-items-center overflow-hidden rounded-full bg-paper-2 text-ink-2">
      <Icon name="user" size={18} />
      <img
        className="absolute size-8 bg-paper-2 object-cover"
        src={person && shown ? thumbnail(pbApiUrl(), person.id, shown) : BLANK}
        data-user-avatar={thumbnail('', '_id_', '_file_')}
        hidden={!shown}
        suppressHydrationWarning
        width="32"
        height="32"
        alt=""
        onError={() => setBroken(person?.avatar ?? '')}
      />
    </span>
  );
}
