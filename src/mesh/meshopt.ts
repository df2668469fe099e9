/**
 * Decodes EXT_meshopt_compression as `packGrid` writes it: attributes of version 0 and triangles of version 1. The
 * package's own decoder is WebAssembly, which our content security policy forbids; a preview is small enough for plain
 * JavaScript. Based on the reference decoder by Jasper St. Pierre (MIT). Damaged bytes give wrong numbers or an error,
 * never an endless loop.
 */

/** Bits per delta, by group mode. */
const GROUP_BITS = [0, 2, 4, 8];
const BLOCK_BYTES = 8192;
const TAIL_BYTES = 32;

/**
 * @param count of elements.
 * @param stride bytes of one element, a multiple of 4.
 * @throws RangeError if the encoding is invalid.
 */
export function unpackAttributes(packed: Uint8Array, count: number, stride: number): Uint8Array<ArrayBuffer> {
  if (packed[0] !== 0xa0 || packed.length < 1 + Math.max(stride, TAIL_BYTES))
    throw new RangeError('not packed');
  const unpacked = new Uint8Array(count * stride);
  const most = Math.min(Math.floor(BLOCK_BYTES / stride) & ~15, 256);
  const last = packed.slice(packed.length - stride);
  const deltas = new Uint8Array(most);
  let at = 1;
  for (let first = 0; first < count; first += most) {
    const inBlock = Math.min(count - first, most);
    const groups = Math.ceil(inBlock / 16);
    for (let byte = 0; byte < stride; byte++) {
      const modes = at;
      at += Math.ceil(groups / 4);
      for (let group = 0; group < groups; group++) {
        const mode = ((packed[modes + (group >> 2)] ?? 0) >> ((group & 3) << 1)) & 3;
        at = readGroup(packed, at, GROUP_BITS[mode] ?? 0, deltas, group * 16);
      }
      let value = last[byte] ?? 0;
      for (let element = 0; element < inBlock; element++) {
        value = (value + unzigzag(deltas[element] ?? 0)) & 255;
        unpacked[(first + element) * stride + byte] = value;
      }
      last[byte] = value;
    }
  }
  return unpacked;
}

/** Reads 16 deltas of some bits each; the largest value means that a full byte follows. Returns the end offset. */
function readGroup(packed: Uint8Array, from: number, bits: number, deltas: Uint8Array, to: number): number {
  if (bits === 0) {
    deltas.fill(0, to, to + 16);
    return from;
  }
  if (bits === 8) {
    deltas.set(packed.subarray(from, from + 16), to);
    return from + 16;
  }
  const whole = (1 << bits) - 1;
  const inByte = 8 / bits;
  let next = from + 2 * bits;
  for (let n = 0; n < 16; n++) {
    const shift = 8 - bits * ((n % inByte) + 1);
    let delta = ((packed[from + Math.floor(n / inByte)] ?? 0) >> shift) & whole;
    if (delta === whole) {
      delta = packed[next] ?? 0;
      next += 1;
    }
    deltas[to + n] = delta;
  }
  return next;
}

const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1);

/**
 * @param count of indices, three per triangle.
 * @throws RangeError if the encoding is invalid.
 */
export function unpackTriangles(packed: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const triangles = count / 3;
  if (packed[0] !== 0xe1 || packed.length < 1 + triangles + 16) throw new RangeError('not packed');
  const unpacked = new Uint32Array(count);
  const edges = new Recent(32);
  const vertices = new Recent(16);
  const pairs = packed.length - 16;
  let data = 1 + triangles;
  let next = 0;
  let last = 0;

  const far = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = packed[data++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    last += unzigzag(value);
    return last;
  };
  /** Decodes a vertex from four bits: a new one, a recent one, or an explicit index. */
  const named = (code: number, tells: boolean): number => {
    if (code === 0) return next++;
    return tells && code === 15 ? far() : vertices.read(code - 1);
  };

  for (let triangle = 0; triangle < triangles; triangle++) {
    const code = packed[1 + triangle] ?? 0;
    const [high, low] = [code >> 4, code & 15];
    let a: number;
    let b: number;
    let c: number;
    if (high < 15) {
      // A triangle on a recent edge: only its third corner is encoded.
      a = edges.read(high * 2);
      b = edges.read(high * 2 + 1);
      if (low === 0) c = next++;
      else if (low < 13) c = vertices.read(low);
      else if (low === 15) c = far();
      else {
        last += low === 13 ? -1 : 1;
        c = last;
      }
      if (low === 0 || low >= 13) vertices.push(c);
    } else {
      const tells = low >= 14;
      const both = (tells ? packed[data++] : packed[pairs + low]) ?? 0;
      if (tells && both === 0) next = 0;
      a = low === 15 ? far() : next++;
      b = named(both >> 4, tells);
      c = named(both & 15, tells);
      vertices.push(a);
      if (isFresh(both >> 4, tells)) vertices.push(b);
      if (isFresh(both & 15, tells)) vertices.push(c);
      edges.push(a);
      edges.push(b);
    }
    edges.push(b);
    edges.push(c);
    edges.push(c);
    edges.push(a);
    unpacked.set([a, b, c], triangle * 3);
  }
  return unpacked;
}

const isFresh = (code: number, tells: boolean) => code === 0 || (tells && code === 15);

/** A ring buffer of recent values, newest first; its size is a power of two. */
class Recent {
  readonly #met: Uint32Array;
  #end = 0;

  constructor(size: number) {
    this.#met = new Uint32Array(size);
  }

  push(value: number): void {
    this.#met[this.#end] = value;
    this.#end = (this.#end + 1) & (this.#met.length - 1);
  }

  read(ago: number): number {
    return this.#met[(this.#end - 1 - ago) & (this.#met.length - 1)] ?? 0;
  }
}
