import { eachEdge } from './edges.ts';
import type { WeldedMesh } from './weld.ts';

/** With more shells their boxes are not compared, which would be slow. */
export const COMPARED_SHELLS = 2000;

export interface Shells {
  /** Connected surfaces without shared corners. */
  shells: number;
  /**
   * Groups of shells whose bounding boxes touch, such as a sword in a hand, which likely print as one. Null above
   * COMPARED_SHELLS.
   */
  pieces: number | null;
}

/** Union-find with path halving, over the vertices and then over the shells' boxes. */
export function shellsOf({ vertices, indices }: WeldedMesh): Shells {
  const count = vertices.length / 3;
  const forest = new Forest(count);
  eachEdge(indices, (from, to) => forest.join(from, to));
  const shells = forest.trees;
  if (shells > COMPARED_SHELLS) return { shells, pieces: null };
  const numbers = new Map<number, number>();
  const low = new Float64Array(shells * 3).fill(Infinity);
  const high = new Float64Array(shells * 3).fill(-Infinity);
  for (let vertex = 0; vertex < count; vertex++) {
    const root = forest.root(vertex);
    let shell = numbers.get(root);
    if (shell === undefined) {
      shell = numbers.size;
      numbers.set(root, shell);
    }
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[vertex * 3 + axis] ?? 0;
      const at = shell * 3 + axis;
      low[at] = Math.min(low[at] ?? 0, value);
      high[at] = Math.max(high[at] ?? 0, value);
    }
  }
  return { shells, pieces: touching(low, high, shells) };
}

function touching(low: Float64Array, high: Float64Array, shells: number): number {
  const forest = new Forest(shells);
  for (let one = 0; one < shells; one++) {
    for (let other = one + 1; other < shells; other++) {
      let apart = false;
      for (let axis = 0; axis < 3 && !apart; axis++) {
        const a = one * 3 + axis;
        const b = other * 3 + axis;
        apart = (low[a] ?? 0) > (high[b] ?? 0) || (low[b] ?? 0) > (high[a] ?? 0);
      }
      if (!apart) forest.join(one, other);
    }
  }
  return forest.trees;
}

class Forest {
  readonly #parent: Uint32Array;
  trees: number;

  constructor(count: number) {
    this.#parent = new Uint32Array(count);
    for (let at = 0; at < count; at++) this.#parent[at] = at;
    this.trees = count;
  }

  root(of: number): number {
    const parent = this.#parent;
    let at = of;
    while (parent[at] !== at) {
      const above = parent[parent[at] ?? 0] ?? 0;
      parent[at] = above;
      at = above;
    }
    return at;
  }

  join(one: number, other: number): void {
    const a = this.root(one);
    const b = this.root(other);
    if (a === b) return;
    this.#parent[a] = b;
    this.trees -= 1;
  }
}
