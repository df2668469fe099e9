/** The number types of PLY, by their newer names. */
export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

/** A property of an element: one number, or a list whose length has the type `listOf`. */
export interface PlyProperty {
  name: string;
  type: PlyType;
  listOf: PlyType | null;
}

/** `count` rows, each with these properties in this order. */
export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  elements: PlyElement[];
  /** Where the values begin, in bytes. */
  end: number;
}

/** A header has a few hundred bytes; longer ones hold comments. */
const HEADER_MAX_BYTES = 65_536;
const PARTS_MAX = 200;

const TYPES: Record<string, PlyType> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
};

/** Reads the header of a PLY; null if it is not one. */
export function plyHeaderOf(bytes: Uint8Array): PlyHeader | null {
  const header: PlyHeader = { format: 'ascii', elements: [], end: 0 };
  let hasFormat = false;
  for (let line = 0; ; line++) {
    const words = lineAt(bytes, header.end);
    if (words === null) return null;
    header.end = words.end;
    const [keyword = '', first = '', ...others] = words.text.trim().split(/\s+/);
    if (line === 0) {
      if (keyword !== 'ply' || first !== '') return null;
    } else if (keyword === 'format') {
      if (!/^(ascii|binary_(little|big)_endian)$/.test(first)) return null;
      header.format = first as PlyHeader['format'];
      hasFormat = true;
    } else if (keyword === 'element') {
      const count = Number(others[0]);
      if (!/^\d{1,10}$/.test(others[0] ?? '') || header.elements.length >= PARTS_MAX) return null;
      header.elements.push({ name: first, count, properties: [] });
    } else if (keyword === 'property') {
      const property = propertyOf([first, ...others]);
      const element = header.elements.at(-1);
      if (!property || !element || element.properties.length >= PARTS_MAX) return null;
      element.properties.push(property);
    } else if (keyword === 'end_header') return hasFormat ? header : null;
    // Comments and what else a program adds say nothing about the values.
  }
}

function propertyOf(words: string[]): PlyProperty | null {
  const isList = words[0] === 'list';
  const [type = '', name = ''] = isList ? words.slice(2) : words;
  const listOf = isList ? (words[1] ?? '') : null;
  if (!Object.hasOwn(TYPES, type) || name === '') return null;
  if (listOf !== null && !Object.hasOwn(TYPES, listOf)) return null;
  return {
    name,
    type: TYPES[type] as PlyType,
    listOf: listOf === null ? null : (TYPES[listOf] as PlyType),
  };
}

/** The line at an offset and where the next one begins; null behind the longest header or at the end of the file. */
function lineAt(bytes: Uint8Array, from: number): { text: string; end: number } | null {
  const most = Math.min(bytes.length, HEADER_MAX_BYTES);
  let text = '';
  for (let at = from; at < most; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 10) return { text, end: at + 1 };
    // Old Macintosh line ends; "\r\n" is one end.
    if (byte === 13) return { text, end: bytes[at + 1] === 10 ? at + 2 : at + 1 };
    text += String.fromCharCode(byte);
  }
  return null;
}
