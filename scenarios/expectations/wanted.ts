/** Numbers as a story wants them. */
import type { Path } from '../language/problems.ts';
import { durationOf } from '../language/resolve/durations.ts';
import type { Names } from '../language/resolve/names.ts';
import type { WrittenAge, WrittenWanted } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';

export function wantedOf(written: WrittenWanted, path: Path, { diagnostics }: Names): Wanted {
  if (typeof written === 'number') return { is: written };
  const { atLeast, atMost } = written;
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    diagnostics.wrong('NEVER', path, `no number is at least ${atLeast} and at most ${atMost}`);
  }
  return { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
}

/** In milliseconds. */
export function ageOf(written: WrittenAge, path: Path, names: Names): Wanted {
  if (typeof written === 'string') return { is: durationOf(written) ?? 0 };
  const { atLeast, atMost } = written;
  const inMs = {
    ...(atLeast !== undefined && { atLeast: durationOf(atLeast) ?? 0 }),
    ...(atMost !== undefined && { atMost: durationOf(atMost) ?? 0 }),
  };
  return wantedOf(inMs, path, names);
}
