/** Counts of one field over many pages. A wrong value is both: a thing said that is not so, and a thing missed. */
export class Tally {
  #right = 0;
  #wronglySaid = 0;
  #missed = 0;

  /** Counts one comparison: what was expected to be there, what was said, and whether they agree. */
  add(isExpected: boolean, isSaid: boolean, isSame: boolean): void {
    if (isExpected && isSaid && isSame) {
      this.#right += 1;
      return;
    }
    if (isSaid) this.#wronglySaid += 1;
    if (isExpected) this.#missed += 1;
  }

  /** Things expected. */
  get support(): number {
    return this.#right + this.#missed;
  }

  /** Share of what was said that is right, 0–1. */
  get precision(): number {
    return share(this.#right, this.#right + this.#wronglySaid);
  }

  /** Share of what is there that was said, 0–1. */
  get recall(): number {
    return share(this.#right, this.support);
  }

  /** Harmonic mean of precision and recall, 0–1. */
  get f1(): number {
    return share(2 * this.#right, 2 * this.#right + this.#wronglySaid + this.#missed);
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
