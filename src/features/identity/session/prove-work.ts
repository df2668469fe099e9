import { isSolution, readChallenge } from '../../../domain/kernel/proof-of-work.ts';

/** How long the page works before it draws again, in ms. */
const SLICE_MS = 25;
/** Numbers that are tried between two looks at the clock. */
const AT_ONCE = 500;

/** Solves the challenge of a form and sends it. */
export function proveWork(form: HTMLFormElement): void {
  const text = form.dataset['work'] ?? '';
  const challenge = readChallenge(text);
  const field = form.elements.namedItem('work');
  if (!challenge || !(field instanceof HTMLInputElement)) return;
  let number = 0;
  const work = () => {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (const end = number + AT_ONCE; number < end; number++) {
        if (!isSolution(challenge, number)) continue;
        field.value = `${text}.${number}`;
        form.submit();
        return;
      }
    }
    setTimeout(work);
  };
  work();
}
