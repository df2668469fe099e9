/** Documents by ordinal: the first `count` entries of `ids`. Valid until the next search. */
export interface Ordinals {
  ids: Uint32Array;
  count: number;
}

/** A copy of length `length`, padded with zeros. */
export function lengthened<Numbers extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(length);
  longer.set(numbers);
  return longer;
}

/**
 * The top `depth` documents by `column`, descending, or ascending if `sign` is -1; ties by later ordinal first. Uses a
 * heap of `depth` entries with the worst one at the root.
 */
export function best({ ids, count }: Ordinals, column: Float64Array, sign: 1 | -1, depth: number): number[] {
  const size = Math.min(depth, count);
  if (size <= 0) return [];
  const keys = new Float64Array(size);
  const heap = new Uint32Array(size);
  // From the end: later ordinals are mostly newer, so most of the rest never enters the heap.
  let at = count - 1;
  for (let filled = 0; filled < size; at--) {
    const ordinal = ids[at] as number;
    rise(keys, heap, filled++, sign * (column[ordinal] as number), ordinal);
  }
  let worst = keys[0] as number;
  for (; at >= 0; at--) {
    const ordinal = ids[at] as number;
    const key = sign * (column[ordinal] as number);
    if (key < worst || (key === worst && ordinal < (heap[0] as number))) continue;
    sink(keys, heap, key, ordinal);
    worst = keys[0] as number;
  }
  const order = Array.from(heap.keys());
  order.sort(
    (a, b) => (keys[b] as number) - (keys[a] as number) || (heap[b] as number) - (heap[a] as number),
  );
  return order.map((at) => heap[at] as number);
}

function isWorse(key: number, ordinal: number, than: number, thanOrdinal: number): boolean {
  return key < than || (key === than && ordinal < thanOrdinal);
}

/** Appends an entry to the heap and moves it up while it is worse than its parent. */
function rise(keys: Float64Array, heap: Uint32Array, end: number, key: number, ordinal: number): void {
  let at = end;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isWorse(key, ordinal, keys[above] as number, heap[above] as number)) break;
    keys[at] = keys[above] as number;
    heap[at] = heap[above] as number;
    at = above;
  }
  keys[at] = key;
  heap[at] = ordinal;
}

/** Replaces the heap's root and moves the new entry down while a child is worse. */
function sink(keys: Float64Array, heap: Uint32Array, key: number, ordinal: number): void {
  const size = keys.length;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= size) break;
    const right = below + 1;
    if (
      right < size &&
      isWorse(keys[right] as number, heap[right] as number, keys[below] as number, heap[below] as number)
    )
      below = right;
    if (!isWorse(keys[below] as number, heap[below] as number, key, ordinal)) break;
    keys[at] = keys[below] as number;
    heap[at] = heap[below] as number;
    at = below;
  }
  keys[at] = key;
  heap[at] = ordinal;
}
