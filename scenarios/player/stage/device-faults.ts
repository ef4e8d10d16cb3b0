/** The faults of a device as a client of the control API sets and reads them. */
import { parseSpan } from '../../../contracts/kit/durations.ts';
import { tableFrom } from '../../../contracts/kit/tables.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { BodyOf, ReplyOf } from '../../../simulator/control/schemas/index.ts';
import { faultsOf, kindsIn } from '../../device-faults/index.ts';
import type { Traffic } from '../traffic/traffic.ts';

type Body = BodyOf<'PUT /devices/{id}/faults'>;
type Reply = ReplyOf<'GET /devices/{id}/faults'>;

/** Throws a ControlError for what cannot be, and leaves the faults as they are. */
export function setFaults(traffic: Traffic, device: number, { for: lasting, ...written }: Body): void {
  const forMs = lasting === undefined ? null : spanOf(lasting, 'for');
  const { clock, jumps, ...others } = written;
  const read = faultsOf({
    ...others,
    ...(clock && { clock: clockOf(clock) }),
    ...(jumps && { jumps }),
  });
  if ('wrong' in read) {
    const { within, message, hint } = read.wrong;
    throw wrong(within.join('.'), `${message[0]?.toUpperCase()}${message.slice(1)}.`, hint);
  }
  traffic.endFaults(device);
  traffic.setFaults(device, read.faults, forMs);
}

export function faultsView(traffic: Traffic, device: number): Reply {
  const all = traffic.faultsOf(device);
  const untils = all.flatMap(({ value, until }) =>
    kindsIn(value).map((kind) => [kind, until === null ? null : new Date(until).toISOString()] as const),
  );
  return {
    faults: Object.assign({}, ...all.map(({ value }) => value)),
    until: tableFrom(untils),
  };
}

/** The one side to which a clock is wrong. */
function clockOf(written: NonNullable<Body['clock']>): NonNullable<Body['clock']> {
  const [given, ...more] = Object.entries(written);
  if (given === undefined || more.length > 0)
    throw wrong('clock', 'A clock is either ahead or behind.', 'Send {"clock":{"ahead":"1826d"}}.');
  const [side, text] = given;
  spanOf(text, `clock.${side}`);
  return written;
}

function spanOf(text: string, field: string): number {
  const ms = parseSpan(text);
  if (ms !== undefined && ms > 0) return ms;
  throw wrong(
    field,
    `${field} must be a duration, not ${quoted(text)}.`,
    'Such as "90s", "10m", "1826d" or "PT10M".',
  );
}

function wrong(field: string, message: string, hint: string): ControlError {
  return new ControlError('BODY_INVALID', message, { field, hint });
}
