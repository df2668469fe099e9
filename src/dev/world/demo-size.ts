/** Which demo world is seeded: the small one of the tests, or the full one of `npm start`, which contains it. */
export type DemoSize = 'small' | 'full';

/**
 * The size that the setting DEMO names; the full world where it is empty.
 * @throws Error with a sentence for the operator where it names no size.
 */
export function demoSizeOf(env: Readonly<Record<string, string | undefined>>): DemoSize {
  const written = env['DEMO'] || 'full';
  if (written !== 'small' && written !== 'full') throw new Error('DEMO must be small or full.');
  return written;
}
