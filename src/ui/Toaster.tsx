import { type CSSProperties, type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster, type ToasterProps } from 'sonner';
import type { ToastOptions } from './toast.ts';

/** How a toast behaves, in milliseconds and pixels. */
export const TOASTS = {
  duration: 4000,
  visible: 3,
  gap: 14,
  width: 356,
  offset: 32,
  /** The distance from the edges on phones. */
  edge: 16,
  swipe: 20,
  /** How long a dismissed toast takes to leave. Sonner takes it off the page then; its own motion would last twice as long. */
  removal: 200,
} as const;

/** Above what a page keeps at the lower edge, such as the field for a message: its stylesheet sets --toast-lift. */
const above = (offset: number) => `calc(${offset}px + var(--toast-lift, 0px))`;

/** What Sonner is told; nothing above is left to its defaults. */
const STYLE = {
  '--width': `${TOASTS.width}px`,
  '--toast-removal': `${TOASTS.removal}ms`,
  '--normal-bg': 'var(--card)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': '10px',
  fontFamily: 'inherit',
} as CSSProperties;

export const TOASTER_PROPS = {
  position: 'bottom-right',
  duration: TOASTS.duration,
  visibleToasts: TOASTS.visible,
  gap: TOASTS.gap,
  offset: {
    right: TOASTS.offset,
    left: TOASTS.offset,
    top: TOASTS.offset,
    bottom: above(TOASTS.offset),
  },
  mobileOffset: { right: TOASTS.edge, left: TOASTS.edge, top: TOASTS.edge, bottom: above(TOASTS.edge) },
  containerAriaLabel: 'Messages',
  className: 'toasts',
  style: STYLE,
} as const satisfies ToasterProps;

let mounted = false;
let count = 0;

/** Shows a toast. The page's single toaster is mounted with the first one. */
export function showToast(message: string, { kind = 'plain', action }: ToastOptions): void {
  if (!mounted) {
    mounted = true;
    const host = document.body.appendChild(document.createElement('div'));
    flushSync(() => createRoot(host).render(<Toasts />));
  }
  const id = `toast-${++count}`;
  const show = kind === 'plain' ? sonner : sonner[kind];
  show(message, { id, testId: id, ...(action && { action: { label: action.label, onClick: action.run } }) });
}

function Toasts() {
  const swipe = useSwipe();
  return (
    // Sonner's own threshold is fixed at 45 px; ours is shorter, so swipes are handled here.
    <div onPointerDown={swipe.start} onPointerUp={swipe.end}>
      <Toaster {...TOASTER_PROPS} />
    </div>
  );
}

/** Dismisses a toast that was swiped to the right or down by at least the threshold. */
function useSwipe() {
  const from = useRef<{ x: number; y: number } | null>(null);
  const start = (event: PointerEvent) => {
    from.current = { x: event.clientX, y: event.clientY };
    // With selected text the browser would drag the text instead, and the swipe would be lost.
    getSelection()?.removeAllRanges();
  };
  const end = (event: PointerEvent) => {
    const origin = from.current;
    from.current = null;
    const id = (event.target as Element).closest<HTMLElement>('[data-sonner-toast]')?.dataset['testid'];
    if (!origin || !id) return;
    const distance = Math.max(event.clientX - origin.x, event.clientY - origin.y);
    if (distance >= TOASTS.swipe) sonner.dismiss(id);
  };
  return { start, end };
}
