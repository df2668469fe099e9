import { useStore } from '@nanostores/react';
import { Link } from 'wouter';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Avatar } from './Avatar.tsx';
import { $user } from './user.store.ts';

export default function Overview() {
  const user = useStore($user, { ssr: 'initial' });
  if (!user) return null;
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Account
      </h1>
      <p className="mt-2 text-ink-2">Manage your account settings</p>
      <section className="card mt-6 flex flex-wrap items-center gap-4 p-5">
        <Avatar person={user} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
        {!user.verified && (
          <p className="notice basis-full">
            Your address is not confirmed yet; follow the link we mailed you, or ask for a new one in your
            profile.
          </p>
        )}
      </section>
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <Link href="/profile" className="card grid gap-1 p-5 transition-shadow hover:shadow-card">
          <span className="text-verdigris">
            <Icon name="user" />
          </span>
          <span className="font-display text-xl">Profile</span>
          <span className="text-ink-2">Name, picture, address, password, appearance and your data.</span>
        </Link>
        <a href={paths.search()} className="card grid gap-1 p-5 transition-shadow hover:shadow-card">
          <span className="text-verdigris">
            <Icon name="search" />
          </span>
          <span className="font-display text-xl">Browse the hall</span>
          <span className="text-ink-2">Find something for the next print night.</span>
        </a>
      </div>
    </>
  );
}
