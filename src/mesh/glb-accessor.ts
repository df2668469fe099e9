import { entryOf, type GlbParts, GlbUnfit, jsonOf, wholeOf } from './glb-file.ts';

/** Number types of glTF with their size in bytes and the divisor that normalises whole numbers. */
const COMPONENTS: Record<number, { bytes: number; most: number }> = {
  5120: { bytes: 1, most: 127 },
  5121: { bytes: 1, most: 255 },
  5122: { bytes: 2, most: 32_767 },
  5123: { bytes: 2, most: 65_535 },
  5125: { bytes: 4, most: 0 },
  5126: { bytes: 4, most: 0 },
};

/** A list of numbers, or of triples of them, in the binary part. Nothing is copied; bounds were checked. */
export interface Accessor {
  /** Number of elements. */
  count: number;
  /** One number of an element. */
  at(element: number, component: number): number;
}

/**
 * Opens an accessor: its elements must lie within the GLB and be neither sparse nor compressed.
 * @param width numbers in an element: 1 for indices, 3 for positions.
 * @throws GlbUnfit
 */
export function accessorOf({ json, binary }: GlbParts, index: unknown, width: 1 | 3): Accessor {
  const accessor = entryOf(json, 'accessors', index);
  const component = COMPONENTS[wholeOf(accessor['componentType'])];
  const type = accessor['type'];
  if (!component || accessor['sparse'] !== undefined || type !== (width === 1 ? 'SCALAR' : 'VEC3'))
    throw new GlbUnfit('glb-unreadable');
  const view = entryOf(json, 'bufferViews', accessor['bufferView']);
  const extensions = Object.keys(jsonOf(view['extensions']));
  if (extensions.some((name) => /compression/i.test(name))) throw new GlbUnfit('glb-compressed');
  const buffer = entryOf(json, 'buffers', view['buffer']);
  if (buffer['uri'] !== undefined || view['buffer'] !== 0) throw new GlbUnfit('glb-external');

  const count = wholeOf(accessor['count']);
  const size = component.bytes * width;
  const stride = wholeOf(view['byteStride'], size) || size;
  const within = wholeOf(accessor['byteOffset'], 0);
  const from = wholeOf(view['byteOffset'], 0) + within;
  const used = count === 0 ? 0 : (count - 1) * stride + size;
  if (stride < size || within + used > wholeOf(view['byteLength'])) throw new GlbUnfit('glb-unreadable');
  if (from + used > binary.byteLength) throw new GlbUnfit('glb-cut-off');
  const read = readerOf(binary, wholeOf(accessor['componentType']));
  const scale = accessor['normalized'] === true && component.most > 0 ? component.most : 0;
  return {
    count,
    at(element, at) {
      const value = read(from + element * stride + at * component.bytes);
      return scale === 0 ? value : Math.max(-1, value / scale);
    },
  };
}

function readerOf(binary: DataView, type: number): (at: number) => number {
  switch (type) {
    case 5120:
      return (at) => binary.getInt8(at);
    case 5121:
      return (at) => binary.getUint8(at);
    case 5122:
      return (at) => binary.getInt16(at, true);
    case 5123:
      return (at) => binary.getUint16(at, true);
    case 5125:
      return (at) => binary.getUint32(at, true);
    default:
      return (at) => binary.getFloat32(at, true);
  }
}
