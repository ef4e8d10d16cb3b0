/** How an expectation is written: all that the language, the player and a deployment have to know of it. */
import type { Static, TObject, TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { Reading } from '../language/resolve/reading.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { Finding } from './finding.ts';

interface Looked<Facts> {
  words(expectation: Facts, names: StoryNames): string;
  /** Looks at the story's own service. `it` is the device that set off the entry, if one did. */
  check(expectation: Facts, scene: Scene, it: number | null): Finding;
}

/** An expectation and its facts, as written in a story. */
export interface SubjectDefinition<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Looked<Facts> {
  /** For editors, in one sentence. */
  readonly summary: string;
  readonly value: Value;
  readonly beside: Beside;
  /** Each of them is judged by itself. None, with the problem noted, for what cannot be judged. */
  read(reading: Reading<Static<Value>, Static<TObject<Beside>>>): readonly Facts[];
}

/** An expectation of each of some devices. */
export interface DeviceDefinition<Beside extends TProperties = TProperties, Facts extends object = object>
  extends Looked<Facts & { devices: Devices }> {
  /** The fields beside `device` that ask for it. */
  readonly beside: Beside;
  read(reading: Reading<string, Static<TObject<Beside>>>): readonly Facts[];
}

export function defineExpectation<Value extends TSchema, Beside extends TProperties, Facts extends object>(
  given: SubjectDefinition<Value, Beside, Facts>,
): SubjectDefinition<Value, Beside, Facts> {
  return given;
}

export function defineDeviceExpectation<Beside extends TProperties, Facts extends object>(
  given: {
    readonly beside: Beside;
    read(reading: Reading<string, Static<TObject<Beside>>>): readonly Facts[];
    /** `who` is the devices in words. */
    words(expectation: NoInfer<Facts>, who: string, names: StoryNames): string;
  } & Omit<Looked<NoInfer<Facts> & { devices: Devices }>, 'words'>,
): DeviceDefinition<Beside, Facts> {
  return {
    ...given,
    words: (expectation, names) =>
      given.words(expectation, devicesInWords(expectation.devices, names), names),
  };
}
