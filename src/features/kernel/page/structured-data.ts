/** JSON that is safe inside a script element: it cannot close the element or open a comment. */
export function jsonForScript(data: object): string {
  return JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** A schema.org ItemList of pages in this order; `absolute` turns a path into an address. */
export function itemListData(
  entries: readonly { name: string; path: string }[],
  absolute: (path: string) => string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: entries.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: absolute(path),
    })),
  };
}

export interface Crumb {
  name: string;
  /** The path on our site. The last crumb, the page itself, has none. */
  path?: string;
}

/** A schema.org BreadcrumbList; `absolute` turns a path into an address. */
export function breadcrumbData(crumbs: Crumb[], absolute: (path: string) => string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      ...(crumb.path === undefined ? {} : { item: absolute(crumb.path) }),
    })),
  };
}
