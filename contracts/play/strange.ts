/** Tells whether an id that names no device is answered as one that does. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { contentOf, readsAsRefusal, sameShape } from '../deployment/reading/answers.ts';
import { recordShows } from '../deployment/reading/device.ts';
import { isFields } from '../kit/fields.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import { lastLocation } from './places.ts';
import type { Came, Scene } from './scene.ts';

/** Text after an id that a careless reader takes for its end, and text that matches any id in a pattern. */
const MISREAD: readonly ((id: AnyId) => string)[] = [(id) => `${id}x`, () => '%'];

/** @throws Unreached where it cannot be told */
export async function strange({ deployment, isAgain }: Scene): Promise<Came> {
  const known = (await deployment.probes.served('readDevice')).answer;
  if (!(await isDevice(deployment, known)))
    throw new Unreached(
      'a known device is not served, so that an unknown one cannot be distinguished from it',
      'known.device',
    );
  const before = await deployment.probes.unknownId('readDevice');
  const { id } = before;
  const unknown = isAgain ? await deployment.call('readDevice', { id }) : before;
  const told = { at: deployment.clock.now(), kind: 'strange' } as const;
  if (!sameShape(known, unknown)) {
    if (isEmptyDevice(deployment, known, unknown)) return { ...told, id: String(id), asKnown: true };
    if (await tellsPlace(deployment, id)) return { ...told, id: String(id), asKnown: true };
    return { ...told, ...(await misread(deployment, known)) };
  }
  const shown = idIn(deployment, unknown);
  if (recordShows(deployment, 'id') && shown === undefined)
    throw new Unreached('the answer to an unknown id has the form of a device, but no id in it');
  return { ...told, id: String(id), asKnown: true, ...(shown !== undefined && { shown: String(shown) }) };
}

/**
 * Returns whether an unknown id gets a success with nothing in it where a known one gets its device. Where the profile does not say
 * that unknown ids are refused with another status, that may be how they are refused.
 */
function isEmptyDevice(deployment: Deployment, known: Answer, unknown: Answer): boolean {
  if (!isNotRefusalAsPinned(deployment, unknown) || unknown.status !== known.status) return false;
  const { json } = unknown;
  const isEmpty = Array.isArray(json) ? json.length === 0 : isFields(json) && Object.keys(json).length === 0;
  return isEmpty && !readsAsRefusal(deployment, unknown);
}

/** Returns whether the profile says that an unknown id is refused with another status. */
function isNotRefusalAsPinned({ profile }: Deployment, { status }: Answer): boolean {
  const pinned = profile.openings['errors.status']?.['unknown-id'];
  return pinned !== undefined && pinned !== status;
}

/** Returns whether an unknown id is answered by a place, as a device that has reported one is. Zeros may be a refusal, unless the profile says how that is answered. */
async function tellsPlace(deployment: Deployment, id: AnyId): Promise<boolean> {
  const { answer, place } = await lastLocation(deployment, id);
  if (!place || readsAsRefusal(deployment, answer)) return false;
  return place.latitude !== 0 || place.longitude !== 0 || isNotRefusalAsPinned(deployment, answer);
}

/** Returns whether what is no id is answered by a device that has another. */
async function misread(
  deployment: Deployment,
  known: Answer,
): Promise<{ asKnown: boolean; id?: string; shown?: string }> {
  const id = recordShows(deployment, 'id') ? idIn(deployment, known) : undefined;
  for (const text of id === undefined ? [] : MISREAD.map((of) => of(id))) {
    const answer = await deployment.call('readDevice', { id: text });
    const shown = idIn(deployment, answer);
    if (shown !== undefined && String(shown) !== text && sameShape(known, answer))
      return { asKnown: true, id: text, shown: String(shown) };
  }
  return { asKnown: false };
}

function idIn({ lens }: Deployment, answer: Answer): AnyId | undefined {
  const { id } = lens.reply('device').read(contentOf(answer)).facts;
  return isId(id) ? id : undefined;
}

/** Returns whether an answer is that of a device that exists. */
async function isDevice(deployment: Deployment, answer: Answer): Promise<boolean> {
  if (recordShows(deployment, 'id')) return idIn(deployment, answer) !== undefined;
  return answer.json !== undefined && (await deployment.probes.kind('readDevice', answer)) !== 'refused';
}
