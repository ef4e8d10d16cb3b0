/** Times that follow another entry: `10m after that`, the entry before, or `10m after gate opens`, one of that name. */
import { didYouMean } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { durationOf } from './durations.ts';
import { isText } from './loose.ts';

const mark = /\safter\s/;

interface Problem {
  readonly message: string;
  readonly hint: string | undefined;
}

/** When each entry of a file comes; undefined where that is not known beforehand. Nothing is reported. */
export function momentsIn(
  timeline: readonly unknown[],
  momentOf: (text: string) => number | undefined,
): (number | undefined)[] {
  const before = new Following();
  return timeline.map((entry) => {
    const { at: text, ...names }: { at?: unknown; name?: unknown; chapter?: unknown } = Object(entry);
    const following = isText(text) ? (before.momentOf(text) ?? momentOf(text)) : undefined;
    const at = typeof following === 'object' ? undefined : following;
    before.note(names, at);
    return at;
  });
}

/** The entries so far, by their moments, where these are known. */
export class Following {
  readonly #named = new Map<string, number | undefined>();
  #last: number | undefined;
  #isFirst = true;

  /** An entry comes; `at` is undefined where it comes again, by a condition, or not at a valid time. */
  note(
    { name, chapter }: { readonly name?: unknown; readonly chapter?: unknown },
    at: number | undefined,
  ): void {
    this.#isFirst = false;
    this.#last = at;
    for (const each of [chapter, name]) if (isText(each)) this.#named.set(each, at);
  }

  /** The moment of a text, or what is wrong; `undefined` for one that follows nothing. */
  momentOf(text: string): number | Problem | undefined {
    const found = mark.exec(text);
    if (!found) return undefined;
    const after = durationOf(text.slice(0, found.index).trim());
    const what = text.slice(found.index + found[0].length).trim();
    if (after === undefined || what === '') return undefined;
    const at = what === 'that' ? this.#last : this.#named.get(what);
    if (at !== undefined) return at + after;
    if (what === 'that' && this.#isFirst)
      return { message: 'there is no entry before it', hint: 'write the time after the start: 10m' };
    if (what === 'that' || this.#named.has(what))
      return {
        message: `it is not known when ${what === 'that' ? 'the entry before' : quoted(what)} comes`,
        hint: 'follow an entry with "at"',
      };
    const names = [...this.#named.keys()];
    const hint = didYouMean(what, names) ?? 'write 10m after that, or give an entry before it this name';
    return { message: `no entry before it is called ${quoted(what)}`, hint };
  }
}
