/** Marks the header once the page is scrolled, in browsers without scroll-driven animations. */
export function markScrolled(): void {
  const header = document.querySelector('.site-header');
  if (!header || CSS.supports('animation-timeline: scroll()')) return;
  const mark = () => header.toggleAttribute('data-scrolled', window.scrollY > 0);
  addEventListener('scroll', mark, { passive: true });
  mark();
}
