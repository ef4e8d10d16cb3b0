/** A format: the JSON Schema that data must follow, and for the compiler the type of the data that does. */
export interface Format<Data> {
  readonly schema: object;
  /** Never there at run time. */
  readonly data?: Data;
}

export type DataOf<F extends Format<unknown>> = Exclude<F['data'], undefined>;
