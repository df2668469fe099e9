import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { Theme } from '../../../domain/kernel/theme.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useDropdown } from '../../../ui/useDropdown.ts';
import { forcedLabel, toggleLabel } from '../../kernel/theme/labels.ts';
import { $theme, toggleTheme } from '../../kernel/theme/theme.store.ts';
import { Avatar } from './Avatar.tsx';
import { $person, logOut } from './auth.store.ts';

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left';
const ITEM = `${ROW} hover:bg-paper-2`;

/** The toggle of the mode; where the page forces one, what it forces. Drawn in the browser only. */
function ThemeItem({ shown }: { shown: Theme }) {
  const isForced = document.documentElement.dataset['forceTheme'] !== undefined;
  if (isForced)
    return (
      <p className={`${ROW} text-ink-2`}>
        <Icon name={shown === 'dark' ? 'moon' : 'sun'} /> {forcedLabel(shown)}
      </p>
    );
  return (
    <button type="button" className={ITEM} onClick={() => toggleTheme()}>
      <Icon name={shown === 'dark' ? 'sun' : 'moon'} /> {toggleLabel(shown)}
    </button>
  );
}

/** The account button in the header, with its menu. */
export default function ProfileDropdown() {
  const person = useStore($person, { ssr: 'initial' });
  const { shown } = useStore($theme, { ssr: 'initial' });
  const { open, setOpen, box, trigger, onBlur } = useDropdown();
  const menu = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the menu when the focus leaves it
    <div ref={box} className="relative" onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        className="flex min-h-11 items-center gap-2 rounded-full border border-line py-1 pr-3 pl-1.5 hover:bg-paper-2"
        aria-expanded={open}
        aria-controls={open ? menu : undefined}
        onClick={() => setOpen(!open)}
      >
        <Avatar person={person} />
        <span className="text-sm font-semibold whitespace-nowrap md:hidden">My account</span>
        <span className="hidden max-w-40 text-left leading-tight md:block">
          <span className="block truncate text-sm font-semibold" data-user-name suppressHydrationWarning>
            {person?.username ?? 'Account'}
          </span>
          <span className="block truncate text-xs text-ink-3" data-user-email suppressHydrationWarning>
            {/* Always a text: React takes painted words where it expects no child for a mismatch, and the first click is lost. */}
            {person?.email ?? ''}
          </span>
        </span>
      </button>
      {open && (
        <nav id={menu} aria-label="My account" className="popup absolute top-full right-0 z-50 mt-1 w-60 p-2">
          <a className={ITEM} href={paths.account()}>
            <Icon name="user" /> Account
          </a>
          <a className={ITEM} href={paths.library()}>
            <Icon name="library" /> Library
          </a>
          <ThemeItem shown={shown} />
          <button
            type="button"
            className={ITEM}
            onClick={() => {
              setOpen(false);
              logOut();
            }}
          >
            <Icon name="logout" /> Log out
          </button>
        </nav>
      )}
    </div>
  );
}
