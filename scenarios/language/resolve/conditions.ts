/** What sets an entry off. */
import type { Path } from '../problems.ts';
import type { Condition } from '../story.ts';
import type { WrittenCondition } from '../written.ts';
import { checkRaised } from './alert-types.ts';
import { durationOf } from './durations.ts';
import type { Names } from './names.ts';

export function readCondition(written: WrittenCondition, path: Path, names: Names): Condition | undefined {
  const { desk } = names;
  if (!desk.sound(path)) return undefined;
  const devices = names.those(written.device ?? 'all', [...path, 'device'], false);
  if (devices === undefined) return undefined;

  if (written.enters !== undefined || written.leaves !== undefined) {
    const kind = written.enters === undefined ? 'leaves' : 'enters';
    const site = names.area(written.enters ?? written.leaves ?? '', [...path, kind]);
    return site === undefined ? undefined : { kind, devices, site };
  }
  if (written.speedAbove !== undefined) {
    const site = written.in === undefined ? null : names.area(written.in, [...path, 'in']);
    return site === undefined ? undefined : { kind: 'speed-above', devices, speed: written.speedAbove, site };
  }
  if (written.standsStill !== undefined)
    return { kind: 'stands-still', devices, for: durationOf(written.standsStill) ?? 0 };
  if (written.sensor !== undefined) return sensorCondition(written.sensor, written, devices, path, names);
  if (written.counterReaches !== undefined) {
    return {
      kind: 'counter-reaches',
      devices,
      channel: written.channel ?? 'email',
      count: written.counterReaches,
    };
  }
  if (written.expires) return { kind: 'device-expires', devices };
  if (written.withheld !== undefined) {
    return {
      kind: 'message-withheld',
      devices,
      channel: written.withheld === 'any' ? null : written.withheld,
    };
  }
  if (written.raises !== undefined) {
    return (
      checkRaised(written.raises, [...path, 'raises'], names) && {
        kind: 'alert-raised',
        devices,
        type: written.raises,
      }
    );
  }
  return { kind: 'arrives', devices };
}

function sensorCondition(
  sensor: string,
  { above, below }: WrittenCondition,
  devices: Condition['devices'],
  path: Path,
  names: Names,
): Condition | undefined {
  const { desk } = names;
  if (!names.sensors.has(sensor)) return desk.unknown('sensor', sensor, names.sensors, [...path, 'sensor']);
  if ((above === undefined) === (below === undefined)) {
    return desk.wrong('SENSOR_UNCLEAR', path, 'a sensor is watched to go either "above" or "below" a value');
  }
  return {
    kind: 'sensor',
    devices,
    sensor,
    ...(above !== undefined && { above }),
    ...(below !== undefined && { below }),
  };
}
