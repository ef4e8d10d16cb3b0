/** How an action is written: all that the language, the player and a deployment have to know of it. */
import type { Static, TObject, TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';

/** The object of an action. */
export interface Subject {
  /** For an action on devices, each of them in its turn; otherwise null. */
  device: number | null;
  /** The device that set off the entry, if one did. */
  it: number | null;
  /** So often it is done to it afterwards. */
  left: number;
}

/** How often an action is done to each of its devices, and how far apart, in ms. */
export interface Repeats {
  readonly times: number;
  readonly apart: number;
  /** From one device to the next; 0 for all at once. */
  readonly stagger: number;
}

/** Names that an action brings into the story, by the fields of the action that hold them. */
export interface Introduces {
  readonly groups?: string;
  readonly users?: string;
  readonly devices?: string;
  readonly sensors?: string;
  readonly alertTypes?: string;
}

interface Described<Beside extends TProperties> {
  /** For editors, in one sentence. */
  readonly summary: string;
  /** The fields beside the one that asks for the action. */
  readonly beside: Beside;
  readonly introduces?: Introduces;
}

interface Extras<Facts> {
  /** Default: once, to all devices at once. */
  repeats?(action: Facts): Partial<Repeats>;
}

/** An action, and its facts as written in a story. */
export interface ActionDefinition<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Described<Beside>,
    Extras<Facts> {
  readonly value: Value;
  /** `undefined`, with the problem noted, for what cannot be done. */
  read(reading: Reading<Static<Value>, Static<TObject<Beside>>>): Facts | undefined;
  words(action: Facts, names: StoryNames): string;
  /** The devices that it is done to, one after the other; null where it is done once. */
  devicesOf(action: Facts): Devices | null;
  /** Does it for one subject on the story's own service. Throws a FleetError or Refusal where the service refuses. */
  perform(action: Facts, subject: Subject, scene: Scene): void;
}

/** An action that is done once. */
export function defineAction<Value extends TSchema, Beside extends TProperties, Facts extends object>(
  given: Described<Beside> & {
    readonly value: Value;
    read(reading: Reading<Static<Value>, Static<TObject<Beside>>>): Facts | undefined;
    words(action: Facts, names: StoryNames): string;
    perform(action: Facts, it: number | null, scene: Scene): void;
  } & Extras<NoInfer<Facts>>,
): ActionDefinition<Value, Beside, Facts> {
  return {
    ...given,
    devicesOf: () => null,
    perform: (action, { it }, scene) => given.perform(action, it, scene),
  };
}

const devicesValue = ref('devices');

/** An action that is done to each of some devices. */
export function defineDeviceAction<Beside extends TProperties, Facts extends object>(
  given: Described<Beside> & {
    read(reading: Reading<string, Static<TObject<Beside>>>): Facts | undefined;
    /** `who` is the devices in words. */
    words(action: Facts, who: string, names: StoryNames): string;
    /** `left`: so often it is done to it afterwards. */
    perform(action: Facts, device: number, scene: Scene, left: number): void;
  } & Extras<NoInfer<Facts>>,
): ActionDefinition<typeof devicesValue, Beside, Facts & { devices: Devices }> {
  return {
    ...given,
    value: devicesValue,
    read(reading) {
      const { value, here, names, mayBeIt } = reading;
      const devices = names.those(value, here, mayBeIt);
      const facts = given.read(reading);
      return devices && facts && { ...facts, devices };
    },
    words: (action, names) => given.words(action, devicesInWords(action.devices, names), names),
    devicesOf: ({ devices }) => devices,
    perform(action, { device, left }, scene) {
      if (device === null) throw new TypeError('the action is done to a device');
      given.perform(action, device, scene, left);
    },
  };
}
