/** Marks the header once anything is scrolled, in browsers that cannot tie a CSS animation to scrolling. */
export function markScrolled(): void {
  const header = document.querySelector('.site-header');
  if (!header || CSS.supports('animation-timeline: scroll()')) return;
  const mark = () => header.toggleAttribute('data-scrolled', window.scrollY > 0);
  addEventListener('scroll', mark, { passive: true });
  mark();
}
