import { type Deed, deskRefusal, type Role } from '../../../domain/identity/role.ts';

interface DeskPageRow {
  /** The part of its address after /account/operator/. */
  path: string;
  label: string;
  /** What a role must allow for the page to be shown. */
  deed: Deed;
}

/** The pages of the operator desk, in the order of its navigation; the first one that a role may read is where it opens. */
export const DESK_PAGES = [
  { path: 'queue', label: 'Queue', deed: 'queue.read' },
  { path: 'people', label: 'People', deed: 'people.read' },
  { path: 'stores', label: 'Stores', deed: 'stores.read' },
  { path: 'products', label: 'Products', deed: 'products.read' },
  { path: 'orders', label: 'Orders', deed: 'orders.read' },
  { path: 'figures', label: 'Figures', deed: 'figures.read' },
  { path: 'categories', label: 'Categories', deed: 'categories.read' },
  { path: 'searches', label: 'Searches', deed: 'searches.read' },
  { path: 'settings', label: 'Settings', deed: 'settings.read' },
  { path: 'texts', label: 'Legal texts', deed: 'texts.read' },
  { path: 'mail', label: 'Mail', deed: 'mailing.read' },
  { path: 'health', label: 'Health', deed: 'health.read' },
  { path: 'transparency', label: 'Transparency', deed: 'transparency.read' },
  { path: 'audit', label: 'Audit log', deed: 'audit.read' },
] as const satisfies readonly DeskPageRow[];

export type DeskPage = (typeof DESK_PAGES)[number];

/** The pages that a role may read. */
export const deskPagesOf = (role: Role | null): DeskPage[] =>
  DESK_PAGES.filter(({ deed }) => deskRefusal(role, deed) === null);

/** Whether a path below /account belongs to the operator desk. */
export const isDeskPath = (path: string): boolean => path === 'operator' || path.startsWith('operator/');

/** The page at a path below /account ("operator" for the first one), or null where there is none for this role. */
export function deskPageAt(path: string, role: Role | null): DeskPage | null {
  const pages = deskPagesOf(role);
  const name = path.slice('operator/'.length);
  return (name === '' ? pages[0] : pages.find((page) => page.path === name)) ?? null;
}
