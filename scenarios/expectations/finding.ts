/** How an expectation is looked at: what was wanted, what there is, and whether it is met. */
import type { Devices, Wanted } from '../language/terms.ts';
import { idsOf, type Scene } from '../player/scene.ts';

export interface Finding {
  met: boolean;
  wanted: string;
  actual: string;
}

/** A number against how it is to be. `null` is none, which meets nothing. */
export function number(actual: number | null, wanted: Wanted, shown = plain): Finding {
  return { met: meets(actual, wanted), wanted: inWords(wanted, shown), actual: shown(actual) };
}

export function fact<T>(actual: T, wanted: T): Finding {
  return { met: actual === wanted, wanted: String(wanted), actual: String(actual) };
}

/** All devices have to meet it: the finding of the first that does not, else of the last. */
export function each(
  scene: Pick<Scene, 'fleet'>,
  devices: Devices,
  it: number | null,
  look: (device: number) => Finding,
): Finding {
  const ids = idsOf(devices, it);
  let finding: Finding = { met: false, wanted: 'a device', actual: 'none' };
  for (const device of ids) {
    if (!scene.fleet.devices.has(device))
      return { ...finding, met: false, actual: `there is no device ${device}` };
    finding = look(device);
    if (finding.met) continue;
    const name = ids.length > 1 ? `${scene.fleet.devices.nameOf(device)}: ` : '';
    return { ...finding, actual: name + finding.actual };
  }
  return finding;
}

/** Several findings of one thing. */
export function both(findings: readonly Finding[]): Finding {
  return {
    met: findings.every(({ met }) => met),
    wanted: findings.map(({ wanted }) => wanted).join(', '),
    actual: findings.map(({ actual }) => actual).join(', '),
  };
}

export function existence(actual: boolean, wanted: boolean): Finding {
  const words = (there: boolean) => (there ? 'there' : 'not there');
  return fact(words(actual), words(wanted));
}

/** To one decimal place. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function meets(actual: number | null, wanted: Wanted): boolean {
  if (actual === null) return false;
  if ('is' in wanted) return actual === wanted.is;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = wanted;
  return actual >= atLeast && actual <= atMost;
}

function inWords(wanted: Wanted, shown: (value: number | null) => string): string {
  if ('is' in wanted) return shown(wanted.is);
  const { atLeast, atMost } = wanted;
  if (atLeast === undefined) return `at most ${shown(atMost ?? null)}`;
  return atMost === undefined ? `at least ${shown(atLeast)}` : `${shown(atLeast)} to ${shown(atMost)}`;
}

function plain(value: number | null): string {
  return value === null ? 'none' : String(Number(value.toFixed(3)));
}
