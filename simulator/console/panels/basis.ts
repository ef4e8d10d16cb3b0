/** The basis of an answer: the rules and the openings of the document that are about answers of its kind. */
import type { JournalEntry, Occasion } from '../../control/schemas/index.ts';
import type { specification } from '../state/server.ts';

type Call = Pick<JournalEntry, 'operation' | 'reply'>;

/** The kinds of answers that a call got. */
function occasionsOf({ operation, reply: { status, body } }: Call): readonly Occasion[] {
  if (operation === null) return ['refused'];
  if (status === null) return ['unanswered'];
  if (operation === 'issueToken') {
    if (status < 300 && !/"success"\s*:\s*false/.test(body)) return ['issueToken'];
    const isMalformed = status === 400 || status === 415;
    return ['refused-token-request', ...(isMalformed ? (['malformed-token-request'] as const) : [])];
  }
  if (status < 400) return [operation];
  if (status === 401) return ['unauthenticated'];
  if (status === 403) return ['forbidden'];
  if (status === 429) return ['rate-limited'];
  const ofDevice = operation.endsWith('Device') || operation === 'lastLocation';
  return ['refused', ...(ofDevice && status === 404 ? (['unknown-device'] as const) : [])];
}

export interface Ground {
  id: string;
  text: string;
  sections: readonly string[];
}

/** Rules and openings with their texts. */
export function groundsOf(
  call: Call,
  { rules, openings }: Pick<NonNullable<typeof specification.value>, 'rules' | 'openings'>,
): { rules: Ground[]; openings: Ground[] } {
  const occasions = occasionsOf(call);
  const isAbout = (kinds: readonly Occasion[] = []) => occasions.some((occasion) => kinds.includes(occasion));
  return {
    rules: rules.filter(({ about }) => isAbout(about)),
    openings: openings
      .filter(({ shapes }) => isAbout(shapes))
      .map(({ id, open, default: usual, sections }) => ({
        id,
        text: `${open}. Unless a profile says otherwise: ${usual}`,
        sections,
      })),
  };
}
