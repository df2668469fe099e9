interface NumbersKind<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): Numbers;
}

/** An array of zeros that all threads of the process can read: what is posted to them is no copy. */
export function sharedNumbers<Numbers>(kind: NumbersKind<Numbers>, length: number): Numbers {
  return new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));
}
