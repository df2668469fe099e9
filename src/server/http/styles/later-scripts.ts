/** Every inline script without attributes. Nothing that a page shows can end one early: Astro and we write them. */
const INLINE_SCRIPT = /<script>[\s\S]*?<\/script>/g;
/** Astro's code for islands and for the moment when they wake: it defines an element, or announces a directive. */
const WAKES_ISLANDS = /customElements\.define\("astro-island"|new Event\("astro:/;

/**
 * Takes the code that wakes islands out of markup, so that it can follow the rest of the page. Astro writes it before the
 * first island, which is in the header: the first paint would wait for 2.4 kB that only a touch needs. An island that is in
 * the page before its code is upgraded when the code comes.
 */
export function splitIslandCode(markup: string): { markup: string; code: string } {
  let code = '';
  const rest = markup.replace(INLINE_SCRIPT, (script) => {
    if (!WAKES_ISLANDS.test(script)) return script;
    code += script;
    return '';
  });
  return { markup: rest, code };
}
