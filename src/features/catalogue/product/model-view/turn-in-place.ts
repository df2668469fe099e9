import { sizeText } from '../../../../domain/catalogue/printing.ts';
import { readPreview } from '../../../../mesh/preview-glb.ts';
import { byKey, dragged, FIRST_POSE, type Pose, sideSeen, turnedOn } from './pose.ts';
import { openStage } from './stage.ts';
import type { ViewedModel } from './view.ts';

/** How long the model turns by itself before it waits for a finger, in ms: a little less than a quarter of a turn. */
const FIRST_TURN_MS = 4_000;

/**
 * Shows a model in place of the picture in `frame`. It turns under a finger that goes across; one that goes up or down scrolls
 * the page, and so does the wheel. Arrow keys turn it too.
 * @throws Error if it cannot be fetched or drawn.
 */
export async function turnInPlace({ name, size, glb }: ViewedModel, frame: HTMLElement): Promise<void> {
  const mesh = readPreview(await glb);
  const surface = document.createElement('div');
  surface.className = 'turn-in-place';
  surface.tabIndex = 0;
  surface.setAttribute('role', 'application');
  surface.setAttribute('aria-roledescription', '3D model');
  surface.setAttribute('aria-label', `${name}, ${sizeText(size)}. Turn it with the arrow keys.`);
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const side = document.createElement('span');
  side.className = 'sr-only';
  side.setAttribute('role', 'status');
  surface.append(canvas, side);
  const stage = openStage(canvas, mesh, size, document.documentElement.dataset['theme'] === 'dark');
  stage.showPieces(false);
  frame.append(surface);

  let pose: Pose = FIRST_POSE;
  let left = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : FIRST_TURN_MS;
  let before = 0;
  let isAsked = false;
  const draw = (now: number) => {
    isAsked = false;
    const passed = before === 0 ? 16 : Math.min(100, now - before);
    before = now;
    if (left > 0) {
      left -= passed;
      pose = turnedOn(pose, passed);
    }
    stage.draw(pose);
    if (left > 0) later();
    else before = 0;
  };
  const later = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  };
  const look = (next: Pose) => {
    left = 0;
    pose = next;
    later();
  };
  let from: number | null = null;
  surface.addEventListener('pointerdown', ({ clientX, pointerId }) => {
    surface.setPointerCapture(pointerId);
    from = clientX;
  });
  surface.addEventListener('pointermove', ({ buttons, clientX }) => {
    // A finger that is already down when the model appears goes on turning it.
    if (buttons === 0) from = null;
    else {
      if (from !== null) look(dragged(pose, clientX - from, 0, surface.clientWidth));
      from = clientX;
    }
  });
  surface.addEventListener('keydown', (event) => {
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = byKey(pose, event.key, false);
    if (!next) return;
    event.preventDefault();
    look(next);
    side.textContent = `Seen ${sideSeen(pose)}.`;
  });
  const measure = () => {
    stage.resize(surface.clientWidth, surface.clientHeight);
    later();
  };
  new ResizeObserver(measure).observe(surface);
  // The browser took the memory back: the picture below is shown again.
  canvas.addEventListener('webglcontextlost', () => surface.remove(), { once: true });
  measure();
}
