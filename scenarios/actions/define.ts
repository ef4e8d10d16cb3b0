/** How an action is written: all that the language and the player have to know of it. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { At, Facts, ReadFields, Row } from '../language/builders.ts';
import { ref } from '../language/forms.ts';
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

interface Extras<Made> {
  /** The names that it brings into the story, and the field that holds one; default the field of the action. */
  readonly introduces?: readonly [
    names: 'groups' | 'users' | 'devices' | 'sensors' | 'alertTypes',
    field?: string,
  ];
  /** Default: once, to all devices at once. */
  repeats?(action: Made): Partial<Repeats>;
}

/** An action, and its facts as written in a story. */
export interface ActionRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Made extends object = object,
> extends Row<Value, Beside, Made>,
    Extras<Made> {
  words(action: Made, names: StoryNames): string;
  /** Does it for one subject on the story's own service. Throws a FleetError or Refusal where the service refuses. */
  perform(action: Made, subject: Subject, scene: Scene): void;
}

/** An action that is done once. */
export function defineAction<
  Value extends TSchema,
  Beside extends TProperties,
  Made extends object = Facts<Value, Beside>,
>(row: ActionRow<Value, Beside, Made>): ActionRow<Value, Beside, Made> {
  return row;
}

const devicesValue = ref('devices');

/** An action that is done to each of some devices. */
export function defineDeviceAction<Beside extends TProperties, Made extends object = ReadFields<Beside>>(
  row: {
    readonly summary: string;
    readonly beside: Beside;
    read?(fields: ReadFields<Beside>, at: At): Made;
    /** `who` is the devices in words. */
    words(action: NoInfer<Made>, who: string, names: StoryNames): string;
    /** `left`: so often it is done to it afterwards. */
    perform(action: NoInfer<Made>, device: number, scene: Scene, left: number): void;
  } & Extras<NoInfer<Made>>,
): ActionRow<typeof devicesValue, Beside, Made & { devices: Devices }> {
  return {
    ...row,
    value: devicesValue,
    read({ main: devices, ...fields }, at) {
      const facts = row.read ? row.read(fields as unknown as ReadFields<Beside>, at) : fields;
      return { ...(facts as Made), devices };
    },
    words: (action, names) => row.words(action, devicesInWords(action.devices, names), names),
    perform(action, { device, left }, scene) {
      if (device === null) throw new TypeError('the action is done to a device');
      row.perform(action, device, scene, left);
    },
  };
}
