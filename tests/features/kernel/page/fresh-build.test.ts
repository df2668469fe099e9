import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchBuild } from '../../../../src/features/kernel/page/fresh-build.ts';

/** An open page of build "old", on a site that serves `newest`. */
function openPage(newest: string) {
  const page = Object.assign(new EventTarget(), { hidden: false, querySelector: (): object | null => null });
  const window = new EventTarget();
  const stored = new Map<string, string>();
  const location = { reload: vi.fn() };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', location);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('fetch', async () => Response.json({ id: newest }));
  for (const name of ['addEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, window[name].bind(window));
  watchBuild('old', '/builds/latest.json');
  return {
    page,
    window,
    /** Lets the page look for a new build, and says how often it has been reloaded in all. */
    async reloads(): Promise<number> {
      page.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
      return location.reload.mock.calls.length;
    },
  };
}

describe('a new build', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1e12 }));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('reloads an open page that nobody has touched', async () => {
    expect(await openPage('new').reloads()).toBe(1);
  });

  it('is found by a page that nobody touches', async () => {
    const { reloads, page } = openPage('new');
    page.hidden = true;
    expect(await reloads()).toBe(0);
    page.hidden = false;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    page.hidden = true;
    expect(await reloads()).toBe(1);
  });

  it('is not there: nothing happens', async () => {
    expect(await openPage('old').reloads()).toBe(0);
  });

  it('reloads once, also where a cache still holds the old page', async () => {
    const { reloads } = openPage('new');
    await reloads();
    vi.advanceTimersByTime(60_000);
    expect(await reloads()).toBe(1);
  });

  it.each([
    ['text was typed', ({ window }: ReturnType<typeof openPage>) => window.dispatchEvent(new Event('input'))],
    [
      'files were dropped',
      ({ window }: ReturnType<typeof openPage>) => window.dispatchEvent(new Event('drop')),
    ],
    [
      'a dialog is open',
      ({ page }: ReturnType<typeof openPage>) => {
        page.querySelector = () => ({});
      },
    ],
    [
      'the page asks before it is left',
      ({ window }: ReturnType<typeof openPage>) =>
        window.addEventListener('beforeunload', (event) => event.preventDefault()),
    ],
  ])('leaves the page alone while %s', async (_, use) => {
    const opened = openPage('new');
    use(opened);
    expect(await opened.reloads()).toBe(0);
  });
});
