/** A lens of what a profile file says, and the parts of it by name. */
import {
  type CompleteProfile,
  compileLens,
  completeProfile,
  type Lens,
  ProfileError,
  type ProfileIssue,
  parseProfile,
} from '../../contracts/profile/index.ts';

/** A part of a lens without the types of its resource. */
export interface Part {
  readonly kind: string;
  readonly contentType: string;
  readonly does: string;
  readonly takesMany: boolean;
  readonly facts: readonly string[];
  pointer(fact: string, place?: { many: boolean; index: number }): string | undefined;
  write(facts: unknown, more?: unknown): unknown;
  read(json: unknown, body?: unknown): { issues: object[]; facts?: object; records?: object[] };
  writeRange(range: object): unknown;
  readRange(json: unknown): { issues: object[]; range: object };
  apply(current: unknown, body: unknown): { issues: object[]; next?: unknown };
}

/** The lines of openings as a profile file has them; the rest is as in the default profile. */
export function profileOf(openings: string, more = ''): CompleteProfile {
  const lines = openings.trim() === '' ? ' {}' : `\n${openings.trim().replace(/^/gm, '  ')}`;
  return completeProfile(parseProfile(`roadtest: 1\nname: ours\n${more}openings:${lines}\n`, 'ours.yaml'));
}

export const lensOf = (openings = ''): Lens => compileLens(profileOf(openings).openings);

/** `record group`, `answer createGroup`: a part by the names of its method and of what it is asked for. */
export function partOf(lens: Lens, name: string): Part {
  const [method = '', of = ''] = name.split(' ');
  return (lens as unknown as { [method: string]: (of: string) => Part })[method]?.(of) as Part;
}

/** As it would come over the network. */
export const sent = (json: unknown): unknown =>
  json === undefined ? json : JSON.parse(JSON.stringify(json));

/** Everything that is wrong with a profile file; nothing where it is one. */
export function issuesIn(text: string): readonly ProfileIssue[] {
  try {
    parseProfile(text, 'ours.yaml');
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.issues;
    throw error;
  }
}
