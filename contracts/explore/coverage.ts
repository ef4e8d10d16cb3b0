/** How often steps were drawn, by what they follow: by what is new, the drawing is led. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  /** How often each was drawn. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/**
 * How new a step is: 1 for each of its contexts that is new, less for each that was met before. Short contexts are soon
 * known, and then the long ones decide: so the drawing goes deeper the longer it lasts.
 */
export function newness(contexts: readonly string[], met: Coverage): number {
  return contexts.reduce((sum, context) => sum + 1 / (1 + met.of(context)), 0);
}
