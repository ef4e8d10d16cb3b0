/** The names of the trainees of a class, and the names of their worlds. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError } from '../command.ts';

export interface Trainee {
  /** As it was written. */
  name: string;
  /** Its world's name: the same in small Latin letters, digits and hyphens. */
  world: string;
}

export const MOST_TRAINEES = 50;
const nameForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_-]{0,59}$/u;

/** @throws CliError TRAINEES_INVALID */
export function traineesIn(given: string): Trainee[] {
  const names = given.split(',').map((name) => name.trim().normalize('NFC'));
  if (names.length > MOST_TRAINEES)
    throw invalid(`There are ${names.length} trainees, more than ${MOST_TRAINEES}.`);
  const trainees: Trainee[] = [];
  for (const [place, name] of names.entries()) {
    if (name === '') throw invalid(`Trainee ${place + 1} of ${names.length} has no name.`);
    if (!nameForm.test(name)) throw invalid(`${quoted(name)} is not a name of a trainee.`);
    const world = worldOf(name) || `trainee-${place + 1}`;
    const before = trainees.find((other) => other.world === world);
    if (before) {
      const same = before.name === name ? 'is there twice' : `is too much like ${quoted(before.name)}`;
      throw invalid(`The trainee ${quoted(name)} ${same}: both would have the world ${world}.`);
    }
    trainees.push({ name, world });
  }
  return trainees;
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

function invalid(message: string): CliError {
  return new CliError('TRAINEES_INVALID', message, {
    hint: 'Write names of 1 to 60 letters, digits, spaces, dots, hyphens and apostrophes, with commas between: --trainees "Anna K,ben".',
  });
}
