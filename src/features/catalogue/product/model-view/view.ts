import { sizeText } from '../../../../domain/catalogue/printing.ts';
import type { SizeMm } from '../../../../domain/catalogue/product.ts';
import { readPreview } from '../../../../mesh/preview-glb.ts';
import { ICONS, type IconName } from '../../../../ui/icons.ts';
import { drawOverlay } from './overlay.ts';
import { followPointers } from './pointers.ts';
import { byKey, closer, FIRST_POSE, type Pose, sideSeen, turnedOn } from './pose.ts';
import { openStage, type Stage } from './stage.ts';
import styles from './view.css?url';

/** The model to show. */
export interface ViewedModel {
  name: string;
  size: SizeMm;
  /** The bytes of its preview. */
  glb: Promise<Uint8Array>;
}

const HELP =
  'Drag or use the arrow keys to turn it; pinch, scroll or press plus and minus to zoom; hold Shift with the arrow keys to move the view; press 0 to reset.';

/**
 * Shows a model in a dialog. Escape and its button close it, the focus returns to `opener`, and GPU memory is freed.
 * @throws Error if its stylesheet cannot be loaded.
 */
export async function openView({ name, size, glb }: ViewedModel, opener: HTMLElement): Promise<void> {
  await loadStyles();
  const dialog = element('dialog', 'model-view');
  dialog.setAttribute('aria-label', `${name} in 3D`);
  const surface = element('div', 'model-view-stage');
  surface.tabIndex = 0;
  surface.setAttribute('role', 'application');
  surface.setAttribute('aria-roledescription', '3D model');
  surface.setAttribute('aria-label', `${name}, ${sizeText(size)}`);
  surface.setAttribute('aria-describedby', 'model-view-help');
  const canvas = element('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const overlay = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  overlay.setAttribute('aria-hidden', 'true');
  surface.append(canvas, overlay);
  const title = element('p', 'model-view-title', name);
  const status = element('p', 'model-view-size', 'Loading the model …');
  status.setAttribute('role', 'status');
  const side = element('span', 'sr-only');
  const head = element('div', 'model-view-head');
  head.append(title, status);
  const help = element('p', 'model-view-help', HELP);
  help.id = 'model-view-help';

  let stage: Stage | null = null;
  let pose: Pose = FIRST_POSE;
  /** The drawn pose eases towards `pose`, unless motion is reduced. */
  let shown: Pose = FIRST_POSE;
  let frame = 0;
  let before = 0;
  let measuring = true;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let turning = !still.matches;

  const draw = (now: number) => {
    frame = 0;
    if (!stage) return;
    const passed = before === 0 ? 16 : Math.min(100, now - before);
    before = now;
    if (turning) pose = turnedOn(pose, passed);
    shown = still.matches ? pose : followed(shown, pose, passed);
    drawOverlay(overlay, stage.draw(shown), measuring);
    if (turning || !same(shown, pose)) later();
    else before = 0;
  };
  const later = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const look = (next: Pose, announce: boolean) => {
    pose = next;
    if (announce) side.textContent = ` Seen ${sideSeen(pose)}.`;
    later();
  };

  const toggle = (name: IconName, label: string, on: boolean, act: (on: boolean) => void) => {
    const button = iconButton(name, label);
    button.setAttribute('aria-pressed', String(on));
    button.addEventListener('click', () => {
      const next = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(next));
      act(next);
      later();
    });
    return button;
  };
  const turntable = toggle('turn', 'Turntable', turning, (on) => {
    turning = on;
  });
  const stop = () => {
    turning = false;
    turntable.setAttribute('aria-pressed', 'false');
  };
  const act = (name: IconName, label: string, work: () => void) => {
    const button = iconButton(name, label);
    button.addEventListener('click', work);
    return button;
  };
  const tools = element('div', 'model-view-tools');
  tools.setAttribute('role', 'toolbar');
  tools.setAttribute('aria-label', 'View');
  tools.append(
    turntable,
    toggle('ruler', 'Dimensions', measuring, (on) => {
      measuring = on;
    }),
    toggle('person', 'Figure and base for scale', true, (on) => stage?.showPieces(on)),
    act('minus', 'Zoom out', () => look(closer(pose, 0.8), false)),
    act('plus', 'Zoom in', () => look(closer(pose, 1.25), false)),
    act('again', 'Reset the view', () => {
      stop();
      look(FIRST_POSE, true);
    }),
  );
  const close = act('close', 'Close', () => dialog.close());
  close.classList.add('model-view-close');
  dialog.append(surface, head, tools, help, close);

  surface.addEventListener('keydown', (event) => {
    const next = byKey(pose, event.key, event.shiftKey);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stop();
    look(next, true);
  });
  const pointers = followPointers(
    surface,
    () => pose,
    (next) => {
      stop();
      look(next, false);
    },
  );

  const measure = () => {
    const { width, height } = surface.getBoundingClientRect();
    stage?.resize(width, height);
    later();
  };
  const watcher = new ResizeObserver(measure);
  dialog.addEventListener('close', () => {
    cancelAnimationFrame(frame);
    watcher.disconnect();
    pointers.abort();
    stage?.dispose();
    stage = null;
    dialog.remove();
    opener.focus({ preventScroll: true });
  });
  canvas.addEventListener('webglcontextlost', () => {
    if (stage) status.textContent = 'The browser stopped the 3D view. Close it and open it again.';
  });

  document.body.append(dialog);
  dialog.showModal();
  surface.focus();
  glb
    .then((bytes) => {
      if (!dialog.isConnected) return;
      stage = openStage(
        canvas,
        readPreview(bytes),
        size,
        document.documentElement.dataset['theme'] === 'dark',
      );
      status.textContent = sizeText(size);
      status.append(side);
      watcher.observe(surface);
      measure();
      dialog.dataset['ready'] = '';
    })
    .catch(() => {
      status.textContent = 'The model could not be shown. Close it and try again in a moment.';
    });
}

/** Loads the stylesheet on demand; a static import would add it to every product page. */
async function loadStyles(): Promise<void> {
  if (document.querySelector(`link[href="${styles}"]`)) return;
  const link = element('link');
  link.rel = 'stylesheet';
  link.href = styles;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error('the stylesheet of the 3D view could not be loaded'));
    };
    document.head.append(link);
  });
}

const EASE_MS = 90;

/** Eases from one pose to another, turning the short way. */
function followed(from: Pose, to: Pose, passedMs: number): Pose {
  const share = 1 - Math.exp(-passedMs / EASE_MS);
  const towards = (one: number, other: number) =>
    Math.abs(other - one) < 0.01 ? other : one + (other - one) * share;
  const around = ((to.turn - from.turn + 540) % 360) - 180;
  return {
    turn: Math.abs(around) < 0.05 ? to.turn : from.turn + around * share,
    tilt: towards(from.tilt, to.tilt),
    near: towards(from.near, to.near),
    across: towards(from.across, to.across),
    up: towards(from.up, to.up),
  };
}

const same = (one: Pose, other: Pose) =>
  one.turn === other.turn &&
  one.tilt === other.tilt &&
  one.near === other.near &&
  one.across === other.across &&
  one.up === other.up;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}

function iconButton(name: IconName, label: string): HTMLButtonElement {
  const button = element('button', 'icon-btn');
  button.type = 'button';
  button.title = label;
  button.setAttribute('aria-label', label);
  button.innerHTML = `<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICONS[name]}</svg>`;
  return button;
}
