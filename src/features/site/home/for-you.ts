import { paths } from '../../../paths.ts';

/** Fills the home page's [data-for-you]. If the request fails, the rows lead on by their links only. */
export async function showForYou(): Promise<void> {
  const container = document.querySelector<HTMLElement>('[data-for-you]');
  if (!container) return;
  const answer = await fetch(paths.forYou()).catch(() => null);
  const html = answer?.ok ? await answer.text() : '';
  if (html.trim() !== '') container.innerHTML = html;
  else for (const part of container.querySelectorAll('.skeleton')) part.classList.remove('skeleton');
  container.removeAttribute('aria-busy');
}
