/** Any expectation: its types, its schema, and what is asked of it by its kind. All of it derives from the tables. */
import type { Static, TProperties } from '../../contracts/kit/schema.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { choice } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices, Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { DeviceDefinition, SubjectDefinition } from './define.ts';
import type { Finding } from './finding.ts';
import {
  type DeviceExpectationKind,
  deviceExpectations,
  type ExpectationKind,
  type SubjectKind,
  subjects,
} from './index.ts';

type Subjects = typeof subjects;
type OfDevices = typeof deviceExpectations;

type SubjectFacts<K extends SubjectKind> =
  Subjects[K] extends SubjectDefinition<infer _Value, infer _Beside, infer Facts> ? Facts : never;
type DeviceFacts<K extends DeviceExpectationKind> =
  OfDevices[K] extends DeviceDefinition<infer _Beside, infer Facts> ? Facts : never;
/** The fields of a story beside the kind of an expectation. */
type AllFacts = { [K in SubjectKind]: SubjectFacts<K> } & {
  [K in DeviceExpectationKind]: DeviceFacts<K> & { devices: Devices };
};

/** The fields of all that can be expected of a device. */
type Merged<Union> = (Union extends TProperties ? (given: Union) => void : never) extends (
  given: infer All extends TProperties,
) => void
  ? All
  : never;

const ofDevice: Merged<OfDevices[DeviceExpectationKind]['beside']> = Object.assign(
  {},
  ...namesOf(deviceExpectations).map((kind) => deviceExpectations[kind].beside),
);

export const expectationSchema = choice(
  'an expectation',
  {
    device: { summary: 'What holds of each of these devices.', value: ref('devices'), beside: ofDevice },
    ...subjects,
  },
  {},
);
export type WrittenExpectation = Static<typeof expectationSchema>;

/** A fact that must hold at a moment. Where it does not, the story fails, and shows the wanted and the actual fact. */
export type ExpectationOf<K extends ExpectationKind = ExpectationKind> = {
  [P in K]: { kind: P; place: Place; label: string } & AllFacts[P];
}[K];
export type Expectation = ExpectationOf;
/** Before it has its label, which is words about the whole story. */
export type Unlabelled<K extends ExpectationKind = ExpectationKind> = {
  [P in K]: { kind: P; place: Place } & AllFacts[P];
}[K];

type UnlabelledSubject<K extends SubjectKind> = {
  [P in K]: { kind: P; place: Place } & SubjectFacts<P>;
}[K];
type UnlabelledOfDevice<K extends DeviceExpectationKind> = {
  [P in K]: { kind: P; place: Place; devices: Devices } & DeviceFacts<P>;
}[K];

/** The tables, to be asked by the kind of what they are asked about. */
const byKind: {
  readonly [K in ExpectationKind]: {
    words(expectation: Unlabelled<K>, names: StoryNames): string;
    check(expectation: ExpectationOf<K>, scene: Scene, it: number | null): Finding;
  };
} = { ...subjects, ...deviceExpectations };

const readers: {
  readonly [K in SubjectKind]: { read(reading: Reading<unknown, object>): readonly SubjectFacts<K>[] };
} = subjects;

const deviceReaders: {
  readonly [K in DeviceExpectationKind]: {
    read(reading: Reading<string, object>): readonly DeviceFacts<K>[];
  };
} = deviceExpectations;

/** The facts that are wanted, each to be judged by itself. None, with the problems noted, for what cannot be judged. */
export function readExpectation(
  written: WrittenExpectation,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Unlabelled[] {
  if ('device' in written) return readOfDevice(written, path, names, mayBeIt);
  const kind = namesOf(subjects).find((each) => Object.hasOwn(written, each));
  return kind ? readSubject(kind, written, path, names, mayBeIt) : [];
}

function readSubject<K extends SubjectKind>(
  kind: K,
  written: { readonly [field: string]: unknown },
  path: Path,
  names: Names,
  mayBeIt: boolean,
): UnlabelledSubject<K>[] {
  const { [kind]: value, ...fields } = written;
  const place = names.diagnostics.place(path);
  const read = readers[kind].read({ value, fields, path, here: [...path, kind], names, mayBeIt });
  return read.map((facts) => ({ kind, place, ...facts }));
}

function readOfDevice(
  { device, ...fields }: Extract<WrittenExpectation, { device: string }>,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Unlabelled[] {
  const here = [...path, 'device'];
  const devices = names.those(device, here, mayBeIt);
  if (devices === undefined) return [];
  if (Object.keys(fields).length === 0) {
    const hint = 'give licence, status, usage, near, last or locations';
    names.diagnostics.wrong('NOTHING_SAID', path, 'nothing is said of the device', hint);
  }
  const reading = { value: device, fields, path, here, names, mayBeIt };
  return namesOf(deviceExpectations).flatMap((kind) => readAs(kind, devices, reading));
}

function readAs<K extends DeviceExpectationKind>(
  kind: K,
  devices: Devices,
  reading: Reading<string, object>,
): UnlabelledOfDevice<K>[] {
  const place = reading.names.diagnostics.place(reading.path);
  return deviceReaders[kind].read(reading).map((facts) => ({ kind, place, devices, ...facts }));
}

/** An expectation in one line: `licences used: 10`. */
export function expectationInWords<K extends ExpectationKind>(
  expectation: Unlabelled<K>,
  names: StoryNames,
): string {
  return byKind[expectation.kind].words(expectation, names);
}

/** Returns whether something holds at this moment. `it` is the device that set off the entry, if one did. */
export function check<K extends ExpectationKind>(
  expectation: ExpectationOf<K>,
  scene: Scene,
  it: number | null,
): Finding {
  return byKind[expectation.kind].check(expectation, scene, it);
}

/** The recipients of messages that are asked about: users by name, and addresses. */
export function recipientsAsked(expectations: readonly Expectation[]): ReadonlySet<string> {
  return new Set(expectations.flatMap((each) => ('to' in each && each.to !== null ? [each.to] : [])));
}
