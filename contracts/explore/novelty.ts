/**
 * How new steps are in what they follow. Each step is looked at in several contexts, short ones and long ones: short ones
 * are soon known, and then the long ones decide. So the drawing goes deeper the longer it lasts.
 */
export class Novelty {
  readonly #counts = new Map<string, number>();

  /** 1 for each context that is new, less for each that was met before. */
  of(contexts: readonly string[]): number {
    return contexts.reduce((sum, context) => sum + 1 / (1 + (this.#counts.get(context) ?? 0)), 0);
  }

  add(contexts: readonly string[]): void {
    for (const context of contexts) this.#counts.set(context, (this.#counts.get(context) ?? 0) + 1);
  }
}
