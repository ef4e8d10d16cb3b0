/** Devices as they stand: licence, status, counters, alerts, messages. */
import { isAmong } from '../scene.ts';
import { each, type Finding, fact, type Looks, number } from './finding.ts';

export const devices = {
  devices({ fleet }, { wanted, licence, status }) {
    // Who is not asked about is not looked at: to describe every device of a large fleet takes its time.
    if (licence === null && status === null) return number(fleet.devices.count, wanted);
    const matching = fleet.devices
      .list()
      .filter(
        (device) =>
          (licence === null || device.licence === licence) && (status === null || device.status === status),
      );
    return number(matching.length, wanted);
  },
  device: (scene, { devices, licence, status }, it) =>
    each(scene, devices, it, (id) => {
      const device = scene.fleet.devices.get(id);
      const pairs: [actual: string | undefined, wanted: string | undefined][] = [
        [device?.licence, licence],
        [device?.status, status],
      ];
      return both(pairs.flatMap(([actual, wanted]) => (wanted === undefined ? [] : [fact(actual, wanted)])));
    }),
  usage: (scene, { devices, channel, wanted }, it) =>
    each(scene, devices, it, (id) => number(scene.fleet.limits.get(id).usage[channel], wanted)),
  messages: ({ tally }, { devices, channel, outcome, reason, wanted }, it) =>
    number(
      tally.messages(
        { channel, outcome, reason },
        (device) => devices === null || isAmong(devices, device, it),
      ),
      wanted,
    ),
  alerts: ({ tally }, { devices, type, wanted }, it) =>
    number(
      tally.alerts(type, (device) => devices === null || isAmong(devices, device, it)),
      wanted,
    ),
} satisfies Partial<Looks>;

function both(findings: readonly Finding[]): Finding {
  return {
    met: findings.every(({ met }) => met),
    wanted: findings.map(({ wanted }) => wanted).join(', '),
    actual: findings.map(({ actual }) => actual).join(', '),
  };
}
