/** The addresses that the bench visits, found through the links of the home page. */
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

/** @throws Error if the home page links to no product, store or stylesheet: an empty stack cannot be measured. */
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

/** Requests every picture of a page once, at every width, so that later visitors find them ready. */
export async function warmPictures(url: string): Promise<number> {
  const html = await text(url);
  const pictures = [...new Set(html.match(/\/img\/\d+\/[\w./-]+/g))];
  for (const picture of pictures) await text(new URL(picture, url).href);
  return pictures.length;
}
