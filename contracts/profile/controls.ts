/** The controls that a profile can offer, for what the API does not: what each is given, and what its answer can have. */
import { DAY, HOUR, MINUTE, SECOND } from '../kit/durations.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import { limitFacts } from '../specification/records/index.ts';

const limitKinds = { boolean: 'switch', date: 'date', number: 'count' } as const;

/** Every fact of a control, with its kind: what a profile can say about how the deployment writes it follows from that. */
export const controlFactKinds = {
  deviceId: 'id',
  enabled: 'switch',
  activated: 'switch',
  ...mapTable(limitFacts, (kind) => limitKinds[kind]),
  licence: 'licence',
  channel: 'channel',
  count: 'count',
  sent: 'count',
  withheld: 'count',
  total: 'count',
  used: 'count',
  available: 'count',
  by: 'span',
  mark: 'text',
} as const;

export type ControlFact = keyof typeof controlFactKinds;
export type ControlFactKind = (typeof controlFactKinds)[ControlFact];

/** A value as a deployment writes it. */
export type Word = string | number | boolean | null;

/** Units of a span of time, in ms. */
export const spanUnits = {
  milliseconds: 1,
  seconds: SECOND,
  minutes: MINUTE,
  hours: HOUR,
  days: DAY,
} as const;

/**
 * How a deployment writes the values of a control: for each fact its canonical values with what represents them,
 * `{ enabled: { true: 'on', false: 'off' } }`, and for a span of time the unit that it is a number of.
 */
export interface Translations {
  readonly [fact: string]: { readonly [canonical: string]: Word } | keyof typeof spanUnits;
}

export interface ControlFacts {
  /** Its purpose, to be read after "a way to". */
  does: string;
  /** Facts that it is given: `{name}` in its texts is replaced by them. */
  takes: readonly ControlFact[];
  /** Facts that its answer can have. */
  returns: readonly ControlFact[];
}

const limits = namesOf(limitFacts);

export const controlFacts = {
  setApiEnabled: { does: 'switch API access of the account on and off', takes: ['enabled'], returns: [] },
  readLimits: {
    does: 'read limits, expiry and counters of a device, and whether it is expired',
    takes: ['deviceId'],
    returns: [...limits, 'licence'],
  },
  setLimits: { does: 'set limits and expiry of a device', takes: ['deviceId', ...limits], returns: [] },
  send: {
    does: 'have messages sent from a device',
    takes: ['deviceId', 'channel', 'count'],
    returns: ['sent', 'withheld'],
  },
  activate: {
    does: 'activate an expired device',
    takes: ['deviceId', 'expirationDate'],
    returns: ['activated'],
  },
  readLicences: { does: 'read the licence counts', takes: [], returns: ['total', 'used', 'available'] },
  setLicences: { does: 'set how many licences the account has', takes: ['total'], returns: [] },
  createDevice: { does: 'create a device', takes: ['mark'], returns: ['deviceId'] },
  removeDevice: { does: 'remove a device', takes: ['deviceId'], returns: [] },
  advance: { does: 'bring time forward', takes: ['by'], returns: [] },
} as const satisfies { [name: string]: ControlFacts };
