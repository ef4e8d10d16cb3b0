/** The interface of every part of `npm run resilience`. */

/** One kind of attack, carried out many times. `npm run resilience` runs all that `areas.ts` lists. */
export interface Area {
  /** As the command line and the table call it: `hostile`, `fuzz-profiles`. */
  name: string;
  run(options: Options): Promise<Outcome>;
}

export interface Options {
  /** How often; without it, as often as the area finds right for `npm run resilience`. */
  count?: number;
  /** The same seed and count make the same attempts. */
  seed: number;
  /** Only the attempts whose name begins so, in an area that names its attempts. */
  only?: string;
  onProgress?(done: number, total: number): void;
}

export interface Outcome {
  tried: number;
  survived: number;
  /** One entry for each attempt that was not survived: what happened, and how to repeat it alone. */
  lost: string[];
}
