/** The row of one kind of event, and how it is written. */
import type { Palette } from '../../kit/palette.ts';
import { object, type Static, type TObject, type TProperties } from '../../kit/schema.ts';

/** The groups that a reader can filter events by. `story`: written by the player of a story, not by the service. */
export type EventFamily = 'alerts' | 'messages' | 'licences' | 'settings' | 'records' | 'story';
/** How much attention an event needs. */
export type Tone = 'info' | 'warning' | 'critical';
export type EventIcon =
  | 'bell'
  | 'book'
  | 'check'
  | 'clock'
  | 'cross'
  | 'flag'
  | 'licence'
  | 'mail'
  | 'people'
  | 'settings'
  | 'shield'
  | 'sms'
  | 'sos'
  | 'warn';

/** A mark on a timeline. Where two overlap, the heavier one is kept. */
export interface TimelineMark {
  shape: 'alert' | 'critical' | 'limit' | 'licence' | 'caption' | 'met' | 'unmet';
  weight: number;
}

/** How a terminal prints an event. */
export interface TerminalStyle {
  /** One character before the line. */
  mark: string;
  colour: keyof Palette;
  /** The common name of similar events, such as `SOS alerts`: where there are many, only the first are printed. */
  alike: string;
}

/** The part of a view of the service that has to be updated after an event. */
export type Affected = 'account' | 'deadlines' | 'device';

/** Facts as the control API writes them: ids in the profile's form, times in ISO 8601. */
export type ShownFacts<Facts> = { [Name in keyof Facts]: Shown<Name, Facts[Name]> };
type Shown<Name, Value> = Value extends number
  ? Name extends `${string}Id`
    ? string | number
    : Name extends 'at' | `${string}At` | `${string}Time`
      ? string
      : Value
  : Value;

/** Facts as the fleet keeps them, or as the control API writes them. */
export type AnyFacts<Facts> = { [Name in keyof Facts]: Facts[Name] | ShownFacts<Facts>[Name] };

/** The same for each event, or a function of its facts. */
type Of<Facts, Value> = Value | ((facts: Facts) => Value);

interface Written<Fields, Family, Affects, Facts> {
  /** The facts, beside time, sequence and kind. */
  facts: Fields;
  family: Family;
  /** Default: `info`. */
  tone?: Of<Facts, Tone>;
  icon: Of<Facts, EventIcon>;
  /** One line without a capital, a full stop, or the name of the device: `daily SMS limit of 5 reached`. */
  words: Of<Facts, string>;
  /** Default: it is not on the timeline. */
  timeline?: Of<Facts, TimelineMark | null>;
  /** Default: it is not printed. */
  terminal?: Of<Facts, TerminalStyle | null>;
  /** Default: nothing. */
  affects?: Affects;
}

/** A row as it is read. `Facts` are those of the event that the functions are called with. */
export interface EventRow<Facts> {
  readonly facts: TObject;
  readonly family: EventFamily;
  readonly affects: readonly Affected[];
  tone(event: Facts): Tone;
  icon(event: Facts): EventIcon;
  words(event: Facts): string;
  timeline(event: Facts): TimelineMark | null;
  terminal(event: Facts): TerminalStyle | null;
}

/**
 * One row: the schema of the facts gives the type that the functions take.
 *
 *     defineEvent('token-expired', {
 *       facts: { tokenId: text },
 *       words: ({ tokenId }) => `token ${tokenId} expired`,
 *       …
 *     });
 */
export function defineEvent<
  const Kind extends string,
  Fields extends TProperties,
  const Family extends EventFamily,
  const Affects extends readonly Affected[] = readonly [],
>(kind: Kind, row: Written<Fields, Family, Affects, { kind: Kind } & AnyFacts<Static<TObject<Fields>>>>) {
  const { facts, family, affects, tone = 'info', icon, words, timeline = null, terminal = null } = row;
  return {
    ...{ id: kind, facts: object(facts), family, affects: (affects ?? []) as Affects },
    ...{ tone: asFunction(tone), icon: asFunction(icon), words: asFunction(words) },
    ...{ timeline: asFunction(timeline), terminal: asFunction(terminal) },
  };
}

/** Values are never functions themselves, which the compiler cannot know. */
function asFunction<Facts, Value extends TerminalStyle | TimelineMark | string | null>(
  of: Of<Facts, Value>,
): (facts: Facts) => Value {
  return typeof of === 'function' ? (of as (facts: Facts) => Value) : () => of;
}
