import { ICONS, type IconName } from './icons.ts';

/** An icon for islands, hidden from screen readers. `size` is the edge in px. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <IconDrawing path={ICONS[name]} size={size} />;
}

/** An icon by its path data, for drawings that `ICONS` does not contain. `path` is our own constant text. */
export function IconDrawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant path data
      dangerouslySetInnerHTML={{ __html: path }}
    />
  );
}
