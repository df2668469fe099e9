import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { perform, type } from '../../page.tsx';

/** What the page of the server says, and a search form among the results with the same words. */
async function page(query?: string) {
  // The store reads the words of the page once, when its code arrives.
  vi.resetModules();
  const { default: SearchField } = await import('../../../../src/features/site/frame/SearchField.tsx');
  const element = query === undefined ? <SearchField /> : <SearchField query={query} />;
  document.body.innerHTML = `<div id="island">${renderToString(element)}</div><form><input type="hidden" name="query" value="${query ?? ''}" data-search-words></form>`;
  const island = document.getElementById('island') as HTMLElement;
  return {
    field: island.querySelector('input') as HTMLInputElement,
    hidden: document.querySelector('[type=hidden]') as HTMLInputElement,
    wake: () =>
      perform(() => {
        root = hydrateRoot(island, element, { onRecoverableError: (reason) => faults.push(reason) });
      }),
  };
}

let root: Root | null = null;
const faults: unknown[] = [];
const asked: string[] = [];
const options = () => [...document.querySelectorAll('[role=option]')] as HTMLAnchorElement[];
/** Presses a key, and says whether it was taken from the field. */
const press = async (field: HTMLElement, key: string): Promise<boolean> => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  await perform(() => field.dispatchEvent(event));
  return event.defaultPrevented;
};

beforeEach(() => {
  vi.useFakeTimers();
  faults.length = asked.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json([
      { name: 'Tower', href: '/product/tower' },
      { name: 'Town gate', href: '/product/gate' },
      { name: 'Towers', href: '/search?category=towers', what: 'Category', count: 12 },
    ]);
  });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** The visitor pauses, and the answer arrives. */
const pause = () => perform(() => vi.advanceTimersByTimeAsync(200));

describe('the search of the header', () => {
  it('is a plain form before its code has arrived', async () => {
    const { field } = await page('stone');
    expect([field.form?.getAttribute('action'), field.form?.method, field.name]).toEqual([
      '/search',
      'get',
      'query',
    ]);
    expect([field.value, field.getAttribute('role'), options().length]).toEqual(['stone', null, 0]);
  });

  it('keeps field, focus and what was typed before, and suggests for all of it', async () => {
    const { field, wake } = await page();
    field.focus();
    field.value = 'tower';
    await wake();
    expect(document.querySelector('input')).toBe(field);
    expect([field.value, document.activeElement === field, field.getAttribute('role'), faults]).toEqual([
      'tower',
      true,
      'combobox',
      [],
    ]);
    await pause();
    expect(asked).toEqual(['/api/suggestions?query=tower']);
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Tower',
      'Town gate',
      'TowersCategory, 12 models',
    ]);
    expect(document.querySelector('[role=status]')?.textContent).toBe('3 suggestions');
  });

  it('asks nothing for what the page itself says, and nothing below two letters', async () => {
    const { field, wake } = await page('stone');
    field.focus();
    await wake();
    await type(field, ' t ');
    await pause();
    expect(asked).toEqual([]);
    expect(await press(field, 'ArrowDown')).toBe(false);
  });

  it('leads where the selected suggestion leads, and tells readers which one that is', async () => {
    const { field, wake } = await page();
    await wake();
    await type(field, 'tow');
    await pause();
    expect(await press(field, 'ArrowUp')).toBe(true);
    expect(field.getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
    expect(await press(field, 'Home')).toBe(true);
    expect(field.getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
    expect(await press(field, 'End')).toBe(true);
    expect(field.getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
    await press(field, 'ArrowDown');
    expect(field.getAttribute('aria-activedescendant')).toBe(null);
    expect(await press(field, 'Home'), 'the key is the field’s own').toBe(false);
    await press(field, 'ArrowDown');
    const led = vi.fn((event: Event) => event.preventDefault());
    options()[0]?.addEventListener('click', led);
    expect(await press(field, 'Enter')).toBe(true);
    expect(led).toHaveBeenCalledOnce();
    await press(field, 'Escape');
    expect([options().length, field.getAttribute('aria-expanded'), field.value]).toEqual([0, 'false', 'tow']);
    expect(await press(field, 'Enter')).toBe(false);
  });

  it('opens what Escape has closed with an arrow key', async () => {
    const { field, wake } = await page();
    await wake();
    await type(field, 'tow');
    await pause();
    await press(field, 'Escape');
    await press(field, 'ArrowDown');
    expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  });

  it('shows the answer to what was typed last, whichever arrives last', async () => {
    const { field, wake } = await page();
    const answers: Record<string, (names: string[]) => void> = {};
    vi.stubGlobal(
      'fetch',
      (address: string) =>
        new Promise<Response>((resolve) => {
          answers[address.split('query=')[1] ?? ''] = (names) =>
            resolve(Response.json(names.map((name) => ({ name, href: `/product/${name}` }))));
        }),
    );
    await wake();
    await type(field, 'to');
    await pause();
    await type(field, 'tow');
    await pause();
    await perform(() => answers['tow']?.(['Tower']));
    await perform(() => answers['to']?.(['Toad']));
    await pause();
    expect(options().map(({ textContent }) => textContent)).toEqual(['Tower']);
  });

  it('shows nothing while the site does not answer', async () => {
    const { field, wake } = await page();
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline');
    });
    await wake();
    await type(field, 'tower');
    await pause();
    expect([options().length, field.value]).toEqual([0, 'tower']);
  });

  it('shares its words with the forms of the page, both ways, and shows those of the page when it comes back', async () => {
    const { field, hidden, wake } = await page('stone');
    const { $searchWords } = await import('../../../../src/features/catalogue/search/words.store.ts');
    await wake();
    await type(field, 'tower');
    expect([$searchWords.get(), hidden.value]).toEqual(['tower', 'tower']);
    await perform(() => $searchWords.set('wyrm'));
    expect([field.value, hidden.value]).toEqual(['wyrm', 'wyrm']);
    await perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect([field.value, hidden.value]).toEqual(['stone', 'stone']);
  });
});
