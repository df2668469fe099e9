interface NumbersKind<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer | ArrayBuffer): Numbers;
}

/**
 * An array of zeros that all threads of the process can read: what is posted to them is no copy. Pages of the site have no such
 * memory and no threads; there it is an array like any other.
 */
export function sharedNumbers<Numbers>(kind: NumbersKind<Numbers>, length: number): Numbers {
  const Memory = typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer;
  return new kind(new Memory(length * kind.BYTES_PER_ELEMENT));
}
