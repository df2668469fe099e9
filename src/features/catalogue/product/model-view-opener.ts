import type { SizeMm } from '../../../domain/catalogue/product.ts';
import { drawsIn3D } from './model-view/draws-in-3d.ts';

const NO_WEBGL =
  'This browser draws nothing in 3D: WebGL is missing or switched off. The pictures above show the model.';
const NOT_FETCHED = 'The 3D view could not be fetched. Try again in a moment.';

/**
 * Opens the 3D view of the model a button names. Its code and its bytes are fetched now, at the same time, and never
 * before.
 * @param word where a sentence stands when there is nothing to see.
 */
export async function openModelView(button: HTMLButtonElement, word: HTMLElement | null): Promise<void> {
  const { look: address = '', name = '', size = '' } = button.dataset;
  const say = (sentence: string) => {
    if (!word) return;
    word.hidden = sentence === '';
    word.textContent = sentence;
  };
  if (button.ariaBusy === 'true') return;
  say('');
  if (!drawsIn3D()) return say(NO_WEBGL);
  button.ariaBusy = 'true';
  const glb = bytesOf(address);
  // Told by the view; without one nobody waits for them.
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
  if (!answer.ok) throw new Error(`the preview was answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
