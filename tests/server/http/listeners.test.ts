import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  LISTENERS_MAX,
  LISTENERS_OF_ADDRESS_MAX,
  openListeners,
} from '../../../src/server/http/listeners.ts';

class Page extends EventEmitter {
  written = '';
  writableLength = 0;
  destroyed = false;
  /** Whether the visitor reads what comes. */
  reads = true;
  write(chunk: Buffer) {
    this.written += chunk;
    if (!this.reads) this.writableLength += chunk.length;
  }
  end() {
    this.emit('close');
  }
  destroy() {
    this.destroyed = true;
    this.emit('close');
  }
}
const asResponse = (page: Page) => page as unknown as ServerResponse;

describe('pages that listen', () => {
  it('are so many of one address, and one more where one has gone', async () => {
    const listeners = openListeners(true);
    const pages = Array.from({ length: LISTENERS_OF_ADDRESS_MAX }, () => new Page());
    for (const page of pages) expect(await listeners.admit(asResponse(page), 'a')).toBeNull();
    expect(await listeners.admit(asResponse(new Page()), 'a')).toBe('address');
    expect(await listeners.admit(asResponse(new Page()), 'b')).toBeNull();
    pages[0]?.emit('close');
    expect(await listeners.admit(asResponse(new Page()), 'a')).toBeNull();
    expect(await listeners.admit(asResponse(new Page()), 'a')).toBe('address');
  });

  it('are limited in total, even without a limit per address', async () => {
    const listeners = openListeners(false);
    for (let page = 0; page < LISTENERS_MAX; page++)
      expect(await listeners.admit(asResponse(new Page()), 'a')).toBeNull();
    expect(await listeners.admit(asResponse(new Page()), 'b')).toBe('full');
  });

  it('get what comes, and are cut off where they do not read', async () => {
    const listeners = openListeners(true);
    const [reads, sleeps] = [new Page(), new Page()];
    sleeps.reads = false;
    for (const page of [reads, sleeps]) {
      const answer = new EventEmitter();
      await listeners.admit(asResponse(page), 'a');
      listeners.send(answer as IncomingMessage, asResponse(page));
      for (let news = 0; news < 1000; news++) answer.emit('data', Buffer.from(`data:${'x'.repeat(100)}\n\n`));
    }
    expect(reads.destroyed).toBe(false);
    expect(reads.written).toHaveLength(107_000);
    expect(sleeps.destroyed).toBe(true);
  });

  it('all end when the server drains', async () => {
    const listeners = openListeners(true);
    const pages = [new Page(), new Page()];
    for (const page of pages) await listeners.admit(asResponse(page), 'a');
    listeners.close();
    expect(pages.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });
});
