import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** What Astro's renderers answer. */
interface Island {
  html: string;
  attrs: { prefix: string };
}

const islands = new Map<unknown, Island>();

/**
 * Renders the islands that get nothing from their page: their markup is the same in every page, so it is made once. Other
 * islands are left to Astro's renderer for React, which renders each of them twice in every page.
 */
export default {
  name: 'guildhall:constant-islands',
  check(component: unknown, props: object, slots: object): boolean {
    return (
      typeof component === 'function' && Object.keys(props).length === 0 && Object.keys(slots).length === 0
    );
  },
  renderToStaticMarkup(component: ComponentType): Island {
    let island = islands.get(component);
    if (!island) {
      // Unlike the prefixes that Astro's own renderer counts in a page.
      const attrs = { prefix: `c${islands.size}` };
      island = { html: renderToString(createElement(component), { identifierPrefix: attrs.prefix }), attrs };
      islands.set(component, island);
    }
    // Astro adds to the attributes.
    return { html: island.html, attrs: { ...island.attrs } };
  },
  supportsAstroStaticSlot: true,
};
