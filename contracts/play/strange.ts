/** Whether an id that names no device is answered as one that does. */
import { isFields } from '../kit/fields.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { Unreached } from '../suite/finding.ts';
import { readsAsRefusal } from '../suite/reading/accepted.ts';
import { recordShows } from '../suite/reading/device.ts';
import { sameShape } from '../suite/reading/shape.ts';
import { contentOf } from '../suite/reading/success.ts';
import type { Came, Scene } from './scene.ts';

/** What comes after an id that a careless reader takes for its end, and what matches any id in a pattern. */
const MISREAD: readonly ((id: AnyId) => string)[] = [(id) => `${id}x`, () => '%'];

/** @throws Unreached where it cannot be told */
export async function strange({ context, isAgain }: Scene): Promise<Came> {
  const known = await context.fingerprints.withToken('readDevice');
  if (!(await isDevice(context, known)))
    throw new Unreached(
      'a known device is not served, so that an unknown one cannot be distinguished from it',
      'known.device',
    );
  const before = await context.fingerprints.unknownId('readDevice');
  const { id } = before;
  const unknown = isAgain ? await context.call('readDevice', { id }) : before;
  const told = { at: context.clock.now(), kind: 'strange' } as const;
  if (!sameShape(known, unknown)) {
    if (isEmptyDevice(context, known, unknown)) return { ...told, id: String(id), asKnown: true };
    return { ...told, ...(await misread(context, known)) };
  }
  const shown = idIn(context, unknown);
  if (recordShows(context, 'id') && shown === undefined)
    throw new Unreached('the answer to an unknown id has the form of a device, but no id in it');
  return { ...told, id: String(id), asKnown: true, ...(shown !== undefined && { shown: String(shown) }) };
}

/**
 * Whether an unknown id gets a success with nothing in it where a known one gets its device. Where the profile does not say
 * that unknown ids are refused with another status, that may be how they are refused.
 */
function isEmptyDevice(context: CaseContext, known: Answer, unknown: Answer): boolean {
  const pinned = context.profile.openings['errors.status']?.['unknown-id'];
  if (pinned === undefined || pinned === unknown.status || unknown.status !== known.status) return false;
  const { json } = unknown;
  const isEmpty = Array.isArray(json) ? json.length === 0 : isFields(json) && Object.keys(json).length === 0;
  return isEmpty && !readsAsRefusal(context, unknown);
}

/** Whether what is no id is answered by a device that has another. */
async function misread(
  context: CaseContext,
  known: Answer,
): Promise<{ asKnown: boolean; id?: string; shown?: string }> {
  const id = recordShows(context, 'id') ? idIn(context, known) : undefined;
  for (const text of id === undefined ? [] : MISREAD.map((of) => of(id))) {
    const answer = await context.call('readDevice', { id: text });
    const shown = idIn(context, answer);
    if (shown !== undefined && String(shown) !== text && sameShape(known, answer))
      return { asKnown: true, id: text, shown: String(shown) };
  }
  return { asKnown: false };
}

function idIn({ lens }: CaseContext, answer: Answer): AnyId | undefined {
  const { id } = lens.reply('device').read(contentOf(answer)).facts;
  return isId(id) ? id : undefined;
}

/** Whether an answer is that of a device that exists. */
async function isDevice(context: CaseContext, answer: Answer): Promise<boolean> {
  if (recordShows(context, 'id')) return idIn(context, answer) !== undefined;
  return answer.json !== undefined && (await context.fingerprints.kind('readDevice', answer)) !== 'refused';
}
