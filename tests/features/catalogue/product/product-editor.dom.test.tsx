import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SellerProduct } from '../../../../src/data/catalogue/seller-products.ts';
import {
  changeOf,
  type ProductEditor,
  textOf,
  useProductEditor,
} from '../../../../src/features/catalogue/product/account/editor/useProductEditor.ts';
import { answer, asked, forgetAnswers, refusal } from '../../actions-in-dom.ts';
import { leave, perform, show } from '../../page.tsx';
import { aProduct } from './a-product.ts';

const own = (changes: Parameters<typeof aProduct>[0] = {}): SellerProduct =>
  ({
    ...{ product: aProduct({ state: 'draft', updatedAt: 1, ...changes }), account: 'active' },
    ...{ publishAt: null, timeZone: '', changes: [], isOwned: false, origin: null, reviewNote: '' },
  }) as SellerProduct;

let editor: ProductEditor;
function Editor() {
  editor = useProductEditor('golem0000000000');
  return <p>{editor.saveState}</p>;
}
const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const saved = () => asked.filter(({ name }) => name === 'products.change');
const open = async (changes: Parameters<typeof aProduct>[0] = {}) => {
  answer('products.one', () => own(changes));
  await show(<Editor />);
};

beforeEach(() => {
  vi.useFakeTimers();
  forgetAnswers();
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
});

describe('the editor of a product', () => {
  it.each([
    ['absent', () => refusal('NOT_FOUND', 'None.')],
    ['failed', () => refusal('SERVICE_UNAVAILABLE', 'Later.')],
    [
      'failed',
      () => {
        throw new TypeError('offline');
      },
    ],
  ] as const)('is %s where the product cannot be had, and loads again when asked', async (state, reply) => {
    answer('products.one', reply);
    await show(<Editor />);
    expect([editor.state, editor.text]).toEqual([state, null]);
    answer('products.one', () => own());
    await perform(() => editor.load());
    expect([editor.state, editor.text?.name]).toEqual(['ready', 'Mossback Cairn-Golem']);
  });

  it('saves a draft by itself after a pause: only what changed, upon what was seen; meanwhile the page is held', async () => {
    await open();
    expect([editor.autosaves, editor.saveState, isHeld()]).toEqual([true, 'saved', false]);
    answer('products.change', () => own({ name: 'Cairn', updatedAt: 2 }));
    await perform(() => editor.set({ name: 'Cai' }));
    await perform(() => editor.set({ name: 'Cairn' }));
    expect([editor.saveState, isHeld(), saved()]).toEqual(['unsaved', true, []]);
    await perform(() => vi.advanceTimersByTimeAsync(1200));
    expect(saved().map(({ input }) => input)).toEqual([
      { id: 'golem0000000000', seen: 1, text: { name: 'Cairn' } },
    ]);
    expect([editor.saveState, isHeld()]).toEqual(['saved', false]);
  });

  it('saves what is published only on request', async () => {
    await open({ state: 'published' });
    answer('products.change', () => own({ state: 'published', name: 'Cairn' }));
    await perform(() => editor.set({ name: 'Cairn' }));
    await perform(() => vi.advanceTimersByTimeAsync(60_000));
    expect([editor.autosaves, editor.saveState, saved()]).toEqual([false, 'unsaved', []]);
    expect(await act(() => editor.save())).toBe(true);
    expect(saved()).toHaveLength(1);
  });

  it('keeps what is typed while a request runs, and saves it with the next one', async () => {
    await open();
    let arrive = (_: SellerProduct) => {};
    answer('products.change', () => new Promise<SellerProduct>((resolve) => (arrive = resolve)));
    await perform(() => editor.set({ name: 'Cairn' }));
    await perform(() => vi.advanceTimersByTimeAsync(1200));
    expect(editor.saveState).toBe('saving');
    await perform(() => editor.set({ name: 'Cairn King' }));
    await perform(() => arrive(own({ name: 'Cairn', updatedAt: 2 })));
    expect([editor.text?.name, editor.saveState]).toEqual(['Cairn King', 'unsaved']);
    answer('products.change', () => own({ name: 'Cairn King', updatedAt: 3 }));
    await perform(() => vi.advanceTimersByTimeAsync(1200));
    expect(saved().at(-1)?.input).toMatchObject({ seen: 2, text: { name: 'Cairn King' } });
    expect(editor.saveState).toBe('saved');
  });

  it('does not send what the rules refuse, and says why', async () => {
    await open();
    await perform(() => editor.set({ name: '' }));
    await perform(() => vi.advanceTimersByTimeAsync(1200));
    expect(saved()).toEqual([]);
    expect(editor.problem('name')).toBe(editor.refusals[0]);
    expect(editor.refusals[0]).toMatch(/name/i);
  });

  it.each([
    ['elsewhere', () => refusal('CONFLICT', 'It was changed meanwhile.')],
    ['failed', () => refusal('SERVICE_UNAVAILABLE', 'Later.')],
  ] as const)(
    'is %s where the server refuses, keeps what was typed, and discards it only on request',
    async (state, reply) => {
      await open();
      answer('products.change', reply);
      await perform(() => editor.set({ name: 'Cairn' }));
      await perform(() => vi.advanceTimersByTimeAsync(1200));
      expect([editor.saveState, editor.text?.name, isHeld()]).toEqual([state, 'Cairn', true]);
      await perform(() => editor.discard());
      expect([editor.saveState, editor.text?.name, isHeld()]).toEqual([
        'saved',
        'Mossback Cairn-Golem',
        false,
      ]);
    },
  );

  it('saves the form before another deed, and does not do it where the form is refused', async () => {
    await open();
    const deed = vi.fn(async () => ({ data: own({ name: 'Cairn', state: 'published' }), error: undefined }));
    answer('products.change', () => refusal('SERVICE_UNAVAILABLE', 'Later.'));
    await perform(() => editor.set({ name: 'Cairn' }));
    expect(await act(() => editor.mutate(deed as never))).toBe(false);
    expect(deed).not.toHaveBeenCalled();
    answer('products.change', () => own({ name: 'Cairn', updatedAt: 2 }));
    expect(await act(() => editor.mutate(deed as never))).toBe(true);
    expect(deed).toHaveBeenCalledWith(
      expect.objectContaining({ product: expect.objectContaining({ updatedAt: 2 }) }),
    );
    expect(editor.own?.product.state).toBe('published');
  });

  it('finds exactly the fields that differ', () => {
    const product = aProduct();
    expect(changeOf(product, textOf(product))).toEqual({});
    expect(changeOf(product, { ...textOf(product), tags: ['golem', 'stone'], free: true })).toEqual({
      tags: ['golem', 'stone'],
      free: true,
    });
  });
});
