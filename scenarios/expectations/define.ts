/** How an expectation is written: all that the language, the player and a deployment have to know of it. */
import type { Static, TObject, TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { TargetView } from '../target/view.ts';
import type { Finding } from './finding.ts';
import type { DeviceExpectationKind, SubjectKind } from './kinds.ts';

/** What an expectation is read from. */
export interface Reading<Value, Fields> {
  /** The value of the field that asks for it. */
  value: Value;
  /** The fields beside it. */
  fields: Fields;
  /** Of the whole expectation. */
  path: Path;
  /** Of `value`. */
  here: Path;
  names: Names;
  /** Whether `it` means a device. */
  mayBeIt: boolean;
}

/** How a deployment is examined from outside; `undefined` where it does not answer that. */
export type OnTarget<Facts> =
  | { notJudged: string }
  | { check(expectation: Facts, view: TargetView): Promise<Finding | undefined> };

interface Looked<Facts> {
  words(expectation: Facts, names: StoryNames): string;
  /** Looks at the story's own service. `it` is the device that set off the entry, if one did. */
  check(expectation: Facts, scene: Scene, it: number | null): Finding;
  readonly onTarget: OnTarget<Facts>;
}

/** An expectation and its facts, as written in a story. */
export interface SubjectDefinition<
  K extends SubjectKind = SubjectKind,
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Looked<Facts> {
  readonly kind: K;
  /** For editors, in one sentence. */
  readonly summary: string;
  readonly value: Value;
  readonly beside: Beside;
  /** Each of them is judged by itself. None, with the problem noted, for what cannot be judged. */
  read(reading: Reading<Static<Value>, Static<TObject<Beside>>>): readonly Facts[];
}

/** What is expected of each of some devices. */
export interface DeviceDefinition<
  K extends DeviceExpectationKind = DeviceExpectationKind,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Looked<Facts & { devices: Devices }> {
  readonly kind: K;
  /** The fields beside `device` that ask for it. */
  readonly beside: Beside;
  read(reading: Reading<string, Static<TObject<Beside>>>): readonly Facts[];
}

export function defineExpectation<
  const K extends SubjectKind,
  Value extends TSchema,
  Beside extends TProperties,
  Facts extends object,
>(given: SubjectDefinition<K, Value, Beside, Facts>): SubjectDefinition<K, Value, Beside, Facts> {
  return given;
}

export function defineDeviceExpectation<
  const K extends DeviceExpectationKind,
  Beside extends TProperties,
  Facts extends object,
>(
  given: {
    readonly kind: K;
    readonly beside: Beside;
    read(reading: Reading<string, Static<TObject<Beside>>>): readonly Facts[];
    /** `who` is the devices in words. */
    words(expectation: NoInfer<Facts>, who: string, names: StoryNames): string;
  } & Omit<Looked<NoInfer<Facts> & { devices: Devices }>, 'words'>,
): DeviceDefinition<K, Beside, Facts> {
  return {
    ...given,
    words: (expectation, names) =>
      given.words(expectation, devicesInWords(expectation.devices, names), names),
  };
}
