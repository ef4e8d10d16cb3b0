/** A row of the tables of dangers: a value that deployments are known to get wrong. */
export interface Danger {
  /** Why it is tried: what goes wrong where it is taken. */
  readonly why: string;
  /** The public list or report that it is known from, where there is one. */
  readonly from?: string;
}

/** Rows by their names, which are read in reports. */
export type Dangers<T extends object> = { readonly [name: string]: Danger & T };
