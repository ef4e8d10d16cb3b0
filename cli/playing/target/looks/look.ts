/** How an expectation is looked at on a deployment. */
import type { Client } from '../../../../contracts/suite/client.ts';
import type { Devices, Expectation, Story, Wanted } from '../../../../scenarios/language/story.ts';
import type { Cast } from '../../../../scenarios/target/cast.ts';
import type { StoryTokens } from '../tokens.ts';

export interface Looking {
  client: Client;
  cast: Cast;
  tokens: StoryTokens;
  story: Story;
  /** Added to the story's times. */
  moved: number;
  /** The device that set off the entry. */
  it: number | null;
}

export interface Finding {
  met: boolean;
  wanted: string;
  actual: string;
}

type Kind = Expectation['kind'];
export type ExpectationOf<K extends Kind> = Extract<Expectation, { kind: K }>;
/** `undefined`: the API does not tell. */
export type Look<K extends Kind> = (
  expectation: ExpectationOf<K>,
  on: Looking,
) => Promise<Finding | undefined>;
export type Looks = { readonly [K in Kind]?: Look<K> };

/** More than so many are not asked for, one request each. */
const MOST_DEVICES = 50;

/** Of several devices all have to meet it: the first that does not is told, else the last. */
export async function each(
  devices: Devices,
  it: number | null,
  look: (device: number) => Promise<Finding | undefined>,
): Promise<Finding | undefined> {
  const numbers =
    devices === 'it'
      ? it === null
        ? []
        : [it]
      : Array.from({ length: devices.count }, (_, index) => devices.first + index);
  if (numbers.length > MOST_DEVICES) return undefined;
  const findings = await Promise.all(numbers.map(look));
  if (findings.some((finding) => finding === undefined)) return undefined;
  return findings.find((finding) => !finding?.met) ?? findings.at(-1);
}

export function existence(there: boolean, wanted: boolean): Finding {
  const words = (is: boolean) => (is ? 'there' : 'not there');
  return { met: there === wanted, wanted: words(wanted), actual: words(there) };
}

export function within(actual: number, wanted: Wanted): Finding {
  if ('is' in wanted) return { met: actual === wanted.is, wanted: String(wanted.is), actual: String(actual) };
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = wanted;
  const least = wanted.atLeast === undefined ? [] : [`at least ${atLeast}`];
  const most = wanted.atMost === undefined ? [] : [`at most ${atMost}`];
  const met = actual >= atLeast && actual <= atMost;
  return { met, wanted: [...least, ...most].join(', '), actual: String(actual) };
}
