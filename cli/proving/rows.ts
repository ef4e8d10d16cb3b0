/** The rows of a proof: every difference of lawful deployments, and every fault. */
import { entriesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { differences } from '../../contracts/profile/differences.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { CliError } from '../command.ts';
import { type Differing, faults } from './faults.ts';

export interface Row extends Differing {
  /** `difference/extra-fields`, `fault/token-revoked`. */
  readonly id: string;
  /** A sentence about the service. */
  readonly says: string;
  readonly expects: keyof typeof faults;
  /** The profile that is served in place of the one that is given; `undefined` where that pins what would differ. */
  profiled?(given: Profile | undefined): Profile | undefined;
}

export const rows: readonly Row[] = [
  ...Object.entries(differences).map(
    ([name, { says, answers, openings }]): Row => ({
      ...{ id: `difference/${name}`, says, expects: 'carries on' },
      profiled(given = { roadtest: 1, name: 'default', openings: {} }) {
        if (answers.some((opening) => Object.hasOwn(given.openings, opening))) return undefined;
        const differing = openings(completeProfile(given).openings);
        return differing && { ...given, openings: { ...given.openings, ...differing } };
      },
    }),
  ),
  ...entriesOf(faults).flatMap(([expects, own]) =>
    Object.entries(own).map(([name, [says, how]]): Row => ({ id: `fault/${name}`, says, expects, ...how })),
  ),
];

/** The rows whose ids begin with one of these; all where none are given. @throws CliError UNKNOWN_ROW */
export function chosenRows(only: readonly string[]): readonly Row[] {
  const unknown = only.find((begin) => !rows.some(({ id }) => id.startsWith(begin)));
  if (unknown !== undefined)
    throw new CliError('UNKNOWN_ROW', `There is no row ${quoted(unknown)}.`, {
      hint: 'roadtest prove --list names them.',
    });
  return only.length === 0 ? rows : rows.filter(({ id }) => only.some((begin) => id.startsWith(begin)));
}
