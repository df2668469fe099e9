/** An indexed mesh: `vertices` with x, y, z each, `indices` with three per triangle. */
export interface WeldedMesh {
  vertices: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
}

/**
 * Merges corners at exactly the same position into one vertex. Exactly, because that is what closes a mesh for slicers;
 * -0 equals 0.
 */
export function weld(corners: Float32Array): WeldedMesh {
  const count = corners.length / 3;
  const indices = new Uint32Array(count);
  const place = new PlaceTable();
  for (let corner = 0; corner < count; corner++) {
    const at = corner * 3;
    indices[corner] = place.indexOf(corners[at] ?? 0, corners[at + 1] ?? 0, corners[at + 2] ?? 0);
  }
  return { vertices: place.vertices(), indices };
}

/** Reverses `weld`: nine numbers per triangle. */
export function cornersOf(mesh: WeldedMesh): Float32Array<ArrayBuffer> {
  const corners = new Float32Array(mesh.indices.length * 3);
  for (let corner = 0; corner < mesh.indices.length; corner++) {
    const from = (mesh.indices[corner] ?? 0) * 3;
    const at = corner * 3;
    corners[at] = mesh.vertices[from] ?? 0;
    corners[at + 1] = mesh.vertices[from + 1] ?? 0;
    corners[at + 2] = mesh.vertices[from + 2] ?? 0;
  }
  return corners;
}

/** Known positions in an open-addressing hash table that doubles as it fills: about 20 bytes per vertex. */
class PlaceTable {
  #vertices = new Float32Array(3 * 1024);
  #bits = new Uint32Array(this.#vertices.buffer);
  #count = 0;
  /** Vertex number plus one; 0 is an empty slot. */
  #slots = new Uint32Array(4096);
  readonly #probe = new Float32Array(3);
  readonly #probeBits = new Uint32Array(this.#probe.buffer);

  indexOf(x: number, y: number, z: number): number {
    // Adding 0 turns -0 into 0.
    this.#probe[0] = x + 0;
    this.#probe[1] = y + 0;
    this.#probe[2] = z + 0;
    const a = this.#probeBits[0] ?? 0;
    const b = this.#probeBits[1] ?? 0;
    const c = this.#probeBits[2] ?? 0;
    const mask = this.#slots.length - 1;
    let slot = mixed(a, b, c) & mask;
    for (let taken = this.#slots[slot] ?? 0; taken !== 0; taken = this.#slots[slot] ?? 0) {
      const at = (taken - 1) * 3;
      if (this.#bits[at] === a && this.#bits[at + 1] === b && this.#bits[at + 2] === c) return taken - 1;
      slot = (slot + 1) & mask;
    }
    if ((this.#count + 1) * 3 > this.#vertices.length) this.#growVertices();
    const end = this.#count * 3;
    this.#bits[end] = a;
    this.#bits[end + 1] = b;
    this.#bits[end + 2] = c;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    if (this.#count * 2 > this.#slots.length) this.#growSlots();
    return this.#count - 1;
  }

  vertices(): Float32Array<ArrayBuffer> {
    return this.#vertices.slice(0, this.#count * 3);
  }

  #growVertices(): void {
    const grown = new Float32Array(this.#vertices.length * 2);
    grown.set(this.#vertices);
    this.#vertices = grown;
    this.#bits = new Uint32Array(grown.buffer);
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let vertex = 0; vertex < this.#count; vertex++) {
      const at = vertex * 3;
      let slot = mixed(this.#bits[at] ?? 0, this.#bits[at + 1] ?? 0, this.#bits[at + 2] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = vertex + 1;
    }
    this.#slots = slots;
  }
}

/** Spreads the bits of three coordinates over 32 (the finaliser of MurmurHash3, once per coordinate). */
function mixed(a: number, b: number, c: number): number {
  let hash = a;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ c;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
