/** The names of the trainees of a class, and the names of their worlds. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { ControlError } from '../control/errors.ts';

export interface Trainee {
  /** As it was written. */
  name: string;
  /** Its world's name: the same in small Latin letters, digits and hyphens. */
  world: string;
}

export const MAX_TRAINEES = 50;
const nameForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_-]{0,59}$/u;

/**
 * @param present those of the class so far
 * @throws ControlError TRAINEES_INVALID
 */
export function traineesIn(given: readonly string[], present: readonly Trainee[] = []): Trainee[] {
  const names = given.map((name) => name.trim().normalize('NFC'));
  const all = [...present];
  if (all.length + names.length > MAX_TRAINEES)
    throw invalid(
      `There are ${all.length + names.length} trainees, more than ${MAX_TRAINEES}.`,
      'Teach them in several classes, each on a port of its own.',
    );
  for (const [place, name] of names.entries()) {
    if (name === '') throw invalid(`Trainee ${place + 1} of ${names.length} has no name.`);
    if (!nameForm.test(name)) throw invalid(`${quoted(name)} is not a name of a trainee.`);
    const world = worldOf(name) || freeName(all);
    const before = all.find((other) => other.world === world);
    if (before) {
      const same = before.name === name ? 'is there twice' : `is too much like ${quoted(before.name)}`;
      throw invalid(`The trainee ${quoted(name)} ${same}: both would have the world ${world}.`);
    }
    all.push({ name, world });
  }
  return all.slice(present.length);
}

function worldOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
}

/** For a name without any Latin letter. */
function freeName(taken: readonly Trainee[]): string {
  let place = taken.length + 1;
  while (taken.some(({ world }) => world === `trainee-${place}`)) place++;
  return `trainee-${place}`;
}

const NAMES =
  'Give each trainee a name of their own, of 1 to 60 letters, digits, spaces, dots, hyphens and apostrophes.';

function invalid(message: string, hint = NAMES): ControlError {
  return new ControlError('TRAINEES_INVALID', message, { field: 'trainees', hint });
}
