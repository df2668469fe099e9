import type { SizeMm } from '../../../domain/catalogue/product.ts';
import { drawsIn3D } from './model-view/draws-in-3d.ts';

const NO_WEBGL =
  'This browser cannot show 3D: WebGL is missing or switched off. The pictures above show the model.';
const NOT_FETCHED = 'The 3D view could not be loaded. Try again in a moment.';

/**
 * Opens the 3D view of the button's model in a dialog. Its code and data are loaded now, in parallel, and never before.
 * @param status shows an error if the view cannot open.
 */
export async function openModelView(button: HTMLButtonElement, status: HTMLElement | null): Promise<void> {
  await opened(button, status, async (model) => {
    const { openView } = await import('./model-view/view.ts');
    await openView(model, button);
  });
}

/**
 * Shows the button's model in place of a picture, where it turns under the finger. Answers whether it does.
 * @param status shows an error if it cannot.
 */
export function openTurnStage(
  button: HTMLButtonElement,
  picture: HTMLElement,
  status: HTMLElement | null,
): Promise<boolean> {
  return opened(button, status, async (model) => {
    const { turnInPlace } = await import('./model-view/turn-in-place.ts');
    await turnInPlace(model, picture);
  });
}

/** Loads what a button names and opens it; false where it is loading already or cannot be shown. */
async function opened(
  button: HTMLButtonElement,
  status: HTMLElement | null,
  open: (model: { name: string; size: SizeMm; glb: Promise<Uint8Array> }) => Promise<void>,
): Promise<boolean> {
  const { look: address = '', name = '', size = '' } = button.dataset;
  const say = (sentence: string) => {
    if (!status) return;
    status.hidden = sentence === '';
    status.textContent = sentence;
  };
  if (button.ariaBusy === 'true') return false;
  say('');
  if (!drawsIn3D()) {
    say(NO_WEBGL);
    return false;
  }
  button.ariaBusy = 'true';
  const glb = bytesOf(address);
  // The view reports a failed fetch; this avoids an unhandled rejection without one.
  glb.catch(() => undefined);
  try {
    const [x = 0, y = 0, z = 0] = size.split(' ').map(Number);
    const model = { name, size: { x, y, z }, glb };
    await open(model);
    return true;
  } catch {
    say(NOT_FETCHED);
    return false;
  } finally {
    button.ariaBusy = null;
  }
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the preview request failed with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
