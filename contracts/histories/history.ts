/** The type of a history, and the same history for each channel or each family of records. */
import type { Family } from '../judge/event.ts';
import type { Step } from '../play/steps.ts';
import { type Channel, channels, type JudgedId } from '../specification/judged.ts';

/** Steps in an order that shows whether certain rules are kept: data alone. */
export interface History {
  /** Unique among all, and for people. */
  readonly name: string;
  /** The rules that are at stake in it, the one that it was written for first. */
  readonly about: readonly JudgedId[];
  readonly steps: readonly Step[];
  /** Tells whether its devices must be new: then it is played before those that take any, since few are made. */
  readonly isOfNew?: true;
  /** Tells whether what it sends may show only in the next report of any device: then no other history reports beside it. */
  readonly isAfterReports?: true;
  /**
   * When it is played, if not in every run. `failed`: after another one about the same area failed, on new devices, to tell
   * which rule is broken.
   */
  readonly when?: 'thorough' | 'failed';
}

type LimitRule =
  Extract<JudgedId, `limits/${string}/email`> extends `limits/${infer Name}/email` ? Name : never;
type RecordRule = Extract<JudgedId, `groups/${string}`> extends `groups/${infer Name}` ? Name : never;

/** The parts of a history for each channel: the rules by their names, and the steps in that channel. */
export interface OfChannel {
  readonly name: string;
  readonly about: readonly LimitRule[];
  steps(channel: Channel, other: Channel): readonly Step[];
}

/** The parts of a history for each family: the rules by their names, and the steps on records of that family. */
export interface OfFamily {
  readonly name: string;
  readonly about: readonly RecordRule[];
  /** Further rules that it is about with groups alone, where only these have the steps for them. */
  readonly aboutGroups?: readonly RecordRule[];
  readonly when?: 'thorough';
  steps(family: Family): readonly Step[];
}

/** Each of these histories in e-mail and in SMS. */
export function perChannel(rows: readonly OfChannel[], when: History['when']): History[] {
  const [email, sms] = ['email', 'sms'] as const satisfies readonly Channel[];
  return rows.flatMap(({ name, about, steps }) =>
    channels.map((channel) => ({
      name: `${name}: ${channel}`,
      about: about.map((rule): JudgedId => `limits/${rule}/${channel}`),
      steps: steps(channel, channel === email ? sms : email),
      ...(when && { when }),
    })),
  );
}

/** Rules of limits in both channels. */
export function eachChannel(...rules: readonly LimitRule[]): JudgedId[] {
  return rules.flatMap((rule) => channels.map((channel): JudgedId => `limits/${rule}/${channel}`));
}

/** Each of these histories with groups and with users. */
export function perFamily(rows: readonly OfFamily[], always?: History['when']): History[] {
  const families = ['group', 'user'] as const satisfies readonly Family[];
  return rows.flatMap(({ name, about, aboutGroups = [], steps, when = always }) =>
    families.map((family) => ({
      name: `${name}: ${family}s`,
      about: [...about, ...(family === 'group' ? aboutGroups : [])].map(
        (rule): JudgedId => `${family}s/${rule}`,
      ),
      steps: steps(family),
      ...(when && { when }),
    })),
  );
}
