import { PUBLIC_PB_API_URL } from 'astro:env/client';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';

/** A user's picture as a 32 px thumbnail from the backend, or an icon where there is none. */
export function Avatar({ person }: { person: { id: string; avatar: string | null } | null }) {
  const [broken, setBroken] = useState('');
  if (!person?.avatar || broken === person.avatar) {
    return (
      <span className="grid size-8 flex-none place-items-center rounded-full bg-paper-2 text-ink-2">
        <Icon name="user" size={18} />
      </span>
    );
  }
  const { id, avatar } = person;
  return (
    <img
      className="size-8 flex-none rounded-full object-cover"
      src={paths.backendFile(PUBLIC_PB_API_URL, 'users', id, avatar, '32x32')}
      width="32"
      height="32"
      alt=""
      onError={() => setBroken(avatar)}
    />
  );
}
