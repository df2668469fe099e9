/** The addresses the bench visits, found the way a visitor finds them: by the links of the home page. */
export interface BenchPages {
  home: string;
  product: string;
  search: string;
  store: string;
  /** A stylesheet of the build. */
  file: string;
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

/** @throws Error when the home page links to no product, no store or no stylesheet: an empty stack cannot be measured. */
export async function findPages(origin: string): Promise<BenchPages> {
  const home = await text(`${origin}/`);
  const link = (pattern: RegExp): string => {
    const found = pattern.exec(home)?.[1];
    if (found === undefined) throw new Error(`The home page has nothing like ${pattern}.`);
    return found;
  };
  return {
    home: '/',
    product: link(/href="(\/product\/[a-z0-9]{15})"/),
    search: '/search?query=stone',
    store: link(/href="(\/store\/[^"/]+)"/),
    file: link(/href="(\/_astro\/[^"]+\.css)"/),
  };
}

/** Asks for every picture of a page once, at every width it offers, so that later visitors find them made. */
export async function warmPictures(url: string): Promise<number> {
  const html = await text(url);
  const pictures = [...new Set(html.match(/\/img\/\d+\/[\w./-]+/g))];
  for (const picture of pictures) await text(new URL(picture, url).href);
  return pictures.length;
}
