import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { TOASTER_PROPS, TOASTS } from '../../src/ui/Toaster.tsx';

/** The toaster's own constant by this name. */
const ownConstant = (name: string): number => {
  const source = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  return Number(new RegExp(`\\b${name} = (\\d+);`).exec(source)?.[1]);
};

describe('toasts', () => {
  it('pass every measure on, and leave none to a default', () => {
    expect(TOASTS).toMatchObject({
      duration: 4000,
      visible: 3,
      gap: 14,
      width: 356,
      offset: 32,
      swipe: 20,
      removal: 200,
    });
    expect(TOASTER_PROPS).toMatchObject({
      position: 'bottom-right',
      duration: 4000,
      visibleToasts: 3,
      gap: 14,
      offset: { right: 32 },
      style: { '--width': '356px', '--toast-removal': '200ms' },
    });
  });

  it('leave the page after the time that Sonner gives them', () => {
    expect(ownConstant('TIME_BEFORE_UNMOUNT')).toBe(TOASTS.removal);
  });
});
