import type { SizeMm } from '../../../domain/catalogue/product.ts';
import { drawsIn3D } from './model-view/draws-in-3d.ts';

const NO_WEBGL =
  'This browser cannot show 3D: WebGL is missing or switched off. The pictures above show the model.';
const NOT_FETCHED = 'The 3D view could not be loaded. Try again in a moment.';

/**
 * Opens the 3D view of the button's model. Its code and data are loaded now, in parallel, and never before.
 * @param status shows an error if the view cannot open.
 */
export async function openModelView(button: HTMLButtonElement, status: HTMLElement | null): Promise<void> {
  const { look: address = '', name = '', size = '' } = button.dataset;
  const say = (sentence: string) => {
    if (!status) return;
    status.hidden = sentence === '';
    status.textContent = sentence;
  };
  if (button.ariaBusy === 'true') return;
  say('');
  if (!drawsIn3D()) return say(NO_WEBGL);
  button.ariaBusy = 'true';
  const glb = bytesOf(address);
  // The view reports a failed fetch; this avoids an unhandled rejection without one.
  glb.catch(() => undefined);
  try {
    const { openView } = await import('./model-view/view.ts');
    const [x = 0, y = 0, z = 0] = size.split(' ').map(Number);
    const measured: SizeMm = { x, y, z };
    await openView({ name, size: measured, glb }, button);
  } catch {
    say(NOT_FETCHED);
  } finally {
    button.ariaBusy = null;
  }
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the preview request failed with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
