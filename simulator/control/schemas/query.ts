/** Query parameters: how the text of each is read. */
import { wholeNumber } from '../../http/request.ts';

export interface Parameter<Value> {
  /** `undefined` for a text that it cannot be. */
  read(text: string): Value | undefined;
  /** The value where it is left out. */
  readonly otherwise: Value;
  /** Completes a message that ends in "must be". */
  readonly words: string;
}

export interface Parameters {
  readonly [name: string]: Parameter<unknown>;
}

export type ReadOf<Query extends Parameters> = {
  readonly [Name in keyof Query]: Query[Name] extends Parameter<infer Value> ? Value : never;
};

/** A whole number, 0 or above; at the most this one, however large it is. */
export function upTo(max: number): Parameter<number | undefined>;
export function upTo(max: number, otherwise: number): Parameter<number>;
export function upTo(max: number, otherwise?: number): Parameter<number | undefined> {
  return {
    read: (text) => {
      const value = wholeNumber(text);
      return value === undefined ? undefined : Math.min(value, max);
    },
    otherwise,
    words: 'a whole number',
  };
}

/** Any text: what it means is known where it is used. */
export const anyText: Parameter<string | undefined> = {
  read: (text) => text,
  otherwise: undefined,
  words: 'a text',
};

/** One of some words. */
export function oneWord<const Word extends string>(...known: readonly Word[]): Parameter<Word | undefined> {
  return {
    read: (text) => known.find((word) => word === text),
    otherwise: undefined,
    words: known.length === 1 ? `${known[0]}, or be left out` : `one of ${known.join(', ')}`,
  };
}

/** Values with commas between them. */
export function each<Value>({
  read,
  words,
}: Parameter<Value | undefined>): Parameter<readonly Value[] | undefined> {
  return {
    read(text) {
      const values = text.split(',').map(read);
      return values.some((value) => value === undefined) ? undefined : (values as Value[]);
    },
    otherwise: undefined,
    words: `${words}, or several with commas between them`,
  };
}

/** Tells whether the API key is to be part of the answer. A mistyped word is refused: it would be found out when it is needed. */
export const apiKey: Parameter<'include' | 'omit'> = { ...oneWord('include', 'omit'), otherwise: 'omit' };
