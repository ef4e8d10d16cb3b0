/** How an action is written: all that the language and the player have to know of it. */
import type { Static, TObject, TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { Reading, Row } from '../language/rows.ts';
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

/** The names that an action brings into the story, and the field that holds one; default the field of the action. */
export type Introduces = readonly [
  names: 'groups' | 'users' | 'devices' | 'sensors' | 'alertTypes',
  field?: string,
];

interface Extras<Facts> {
  readonly introduces?: Introduces;
  /** Default: once, to all devices at once. */
  repeats?(action: Facts): Partial<Repeats>;
}

/** An action, and its facts as written in a story. */
export interface ActionRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Row<Value, Beside, Facts>,
    Extras<Facts> {
  words(action: Facts, names: StoryNames): string;
  /** Does it for one subject on the story's own service. Throws a FleetError or Refusal where the service refuses. */
  perform(action: Facts, subject: Subject, scene: Scene): void;
}

/** An action that is done once. */
export function defineAction<Value extends TSchema, Beside extends TProperties, Facts extends object>(
  row: ActionRow<Value, Beside, Facts>,
): ActionRow<Value, Beside, Facts> {
  return row;
}

const devicesValue = ref('devices');

/** An action that is done to each of some devices. */
export function defineDeviceAction<Beside extends TProperties, Facts extends object>(
  row: {
    readonly summary: string;
    readonly beside: Beside;
    read(reading: Reading<string, Static<TObject<Beside>>>): Facts | undefined;
    /** `who` is the devices in words. */
    words(action: Facts, who: string, names: StoryNames): string;
    /** `left`: so often it is done to it afterwards. */
    perform(action: Facts, device: number, scene: Scene, left: number): void;
  } & Extras<NoInfer<Facts>>,
): ActionRow<typeof devicesValue, Beside, Facts & { devices: Devices }> {
  return {
    ...row,
    value: devicesValue,
    read(reading) {
      const { value, here, names, mayBeIt } = reading;
      const devices = names.those(value, here, mayBeIt);
      const facts = row.read(reading);
      return devices && facts && { ...facts, devices };
    },
    words: (action, names) => row.words(action, devicesInWords(action.devices, names), names),
    perform(action, { device, left }, scene) {
      if (device === null) throw new TypeError('the action is done to a device');
      row.perform(action, device, scene, left);
    },
  };
}
