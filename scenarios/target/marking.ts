/** The run's mark in the names of records: by it a sweep knows what a run made. The story speaks of them without it. */

export interface Marking {
  /** A name as it is sent to the deployment. */
  mark(name: string): string;
  /** A name as the story has it. */
  plain(text: string): string;
}

export function markedBy(nonce: string): Marking {
  const ending = ` ${nonce}`;
  return {
    mark: (name) => `${name}${ending}`,
    plain: (text) => (text.endsWith(ending) ? text.slice(0, -ending.length) : text),
  };
}
