/** Texts that come again and again, such as names and values of headers: so many are remembered, and none that is long. */

const MOST = 1_000;
const LONGEST = 200;

export class ShortTexts {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Remembers it, where it is short and there is room. */
  add(text: string): void {
    if (text.length <= LONGEST && this.#texts.size < MOST) this.#texts.add(text);
  }

  clear(): void {
    this.#texts.clear();
  }
}
