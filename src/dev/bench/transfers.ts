import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';

/** Bytes of compressed content by what they were for; the number of answers, and what their headers weighed together. */
export interface Transfers {
  requests: number;
  headers: number;
  html: number;
  css: number;
  js: number;
  font: number;
  image: number;
  other: number;
}

type Kind = keyof Omit<Transfers, 'requests' | 'headers'>;

const KINDS: Record<string, Kind> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'js',
  Font: 'font',
  Image: 'image',
};

/**
 * Counts what a page transfers from now on, as the browser's network stack saw it (compressed). Answers out of the
 * browser's cache count as nothing, so give it a fresh context.
 * @returns a function that says what has been transferred so far.
 */
export async function watchTransfers(page: Page): Promise<() => Transfers> {
  const session = await page.context().newCDPSession(page);
  const seen = new Map<string, { kind: Kind; headers: number }>();
  const sum: Transfers = { requests: 0, headers: 0, html: 0, css: 0, js: 0, font: 0, image: 0, other: 0 };
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A module that was announced with <link rel="modulepreload"> arrives as "Other".
    const script = /javascript/.test(response.mimeType);
    seen.set(requestId, {
      kind: script ? 'js' : (KINDS[type] ?? 'other'),
      // What had arrived when the answer was announced: its headers.
      headers: response.encodedDataLength,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = seen.get(requestId);
    if (answer === undefined || encodedDataLength === 0) return;
    sum.requests += 1;
    sum.headers += answer.headers;
    sum[answer.kind] += encodedDataLength - answer.headers;
  });
  await session.send('Network.enable');
  return () => ({ ...sum });
}

/**
 * What the scripts written into this page weigh, each compressed on its own (brotli), in bytes; those that rest in a
 * `<template>` too. They travel within the page, so `watchTransfers` counts them as HTML.
 */
export async function inlineScriptBytes(page: Page): Promise<number> {
  const scripts = await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('template')].map(({ content }) => content)];
    const found = roots.flatMap((root) => [...root.querySelectorAll<HTMLScriptElement>('script:not([src])')]);
    return found.filter(({ type }) => !/json/.test(type)).map(({ text }) => text);
  });
  return scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);
}

/** Does what a visitor does first: points at the header, walks through it by keyboard, types into the search. */
export async function interact(page: Page): Promise<void> {
  const search = page.getByRole('searchbox').or(page.getByRole('combobox')).locator('visible=true').first();
  await search.click();
  await search.pressSequentially('gol');
  for (const control of await page.getByRole('banner').getByRole('button').all())
    if (await control.isVisible()) await control.hover();
  await page.mouse.move(5, 400);
  await page.waitForLoadState('networkidle');
}
