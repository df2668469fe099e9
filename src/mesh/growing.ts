/** A growable Float32Array, at most twice the needed size. */
export class GrowingFloats {
  #items = new Float32Array(3 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  /** Appends a number. @returns whether it is finite once rounded to 32 bits */
  push(value: number): boolean {
    if (this.#length === this.#items.length) {
      const grown = new Float32Array(this.#items.length * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length] = value;
    return Number.isFinite(this.#items[this.#length++]);
  }
}

/** A growable Uint32Array, at most twice the needed size. */
export class GrowingIndices {
  #items = new Uint32Array(3 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Uint32Array(this.#items.length * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length++] = value;
  }
}
