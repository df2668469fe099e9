import { closer, dragged, type Pose, shifted } from './pose.ts';

/** Wheel distance of one zoom step. In px. */
const WHEEL_STEP_PX = 180;

/**
 * Pointer controls: drag turns the model; two fingers, the wheel, Shift-drag or another button zoom and pan.
 * @returns a controller that removes the listeners when aborted.
 */
export function followPointers(
  surface: HTMLElement,
  now: () => Pose,
  look: (next: Pose) => void,
): AbortController {
  const watched = new AbortController();
  const { signal } = watched;
  const down = new Map<number, PointerEvent>();

  const others = (id: number) => [...down.values()].filter(({ pointerId }) => pointerId !== id);
  const apart = (one: PointerEvent, other: PointerEvent) =>
    Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

  surface.addEventListener(
    'pointerdown',
    (event) => {
      surface.setPointerCapture(event.pointerId);
      down.set(event.pointerId, event);
    },
    { signal },
  );
  surface.addEventListener(
    'pointermove',
    (event) => {
      const last = down.get(event.pointerId);
      if (!last) return;
      const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
      const [other] = others(event.pointerId);
      const px = surface.clientWidth;
      if (other) {
        const factor = apart(event, other) / Math.max(1, apart(last, other));
        // Each of two fingers contributes half of the pan.
        look(shifted(closer(now(), factor), dx / 2, dy / 2, px));
      } else {
        const moves = event.shiftKey || (event.buttons & 6) !== 0;
        look(moves ? shifted(now(), dx, dy, px) : dragged(now(), dx, dy, px));
      }
      down.set(event.pointerId, event);
    },
    { signal },
  );
  for (const name of ['pointerup', 'pointercancel'] as const)
    surface.addEventListener(name, (event) => void down.delete(event.pointerId), { signal });
  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30);
      look(closer(now(), 0.8 ** (px / WHEEL_STEP_PX)));
    },
    { signal, passive: false },
  );
  surface.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return watched;
}
