/** A deployment is learned from, and the outcome compared with the profile that it performs. */

import type { Host } from '../../contracts/deployment/host.ts';
import { durationMs } from '../../contracts/kit/durations.ts';
import { isDeepEqual } from '../../contracts/kit/json.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import type { Finding } from '../../contracts/learning/finding.ts';
import { type Learned, learnLive } from '../../contracts/learning/live.ts';
import { merged } from '../../contracts/learning/merge.ts';
import { type Built, profileOf } from '../../contracts/learning/profile.ts';
import { profileText } from '../../contracts/learning/yaml.ts';
import type { Profile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { open, type Permutant } from '../permutants/compose.ts';
import { quickHost } from '../quick-host.ts';
import { SEED } from '../sample.ts';
import { credentials } from '../suite/scene.ts';

export interface Told extends Built {
  readonly learned: Learned;
  readonly text: string;
}

/** The profile that findings make, as `roadtest learn` writes it. */
export function told(findings: readonly Finding[], notes: readonly string[] = []): Built & { text: string } {
  const { answers, contradictions } = merged(findings);
  const built = profileOf(answers, 'learned');
  return { ...built, text: profileText({ ...built, contradictions, notes }, ['a test']) };
}

/** A deployment without a control API, in virtual time. */
export function deploymentOf(permutant: Permutant): { host: Host; close(): void } {
  const { simulator, fetch } = open(permutant);
  const closed = (request: Request): Promise<Response> =>
    new URL(request.url).pathname.includes('/_control')
      ? Promise.resolve(new Response('', { status: 404 }))
      : fetch(request);
  return { host: quickHost(closed, 'learning'), close: () => simulator.stop() };
}

export async function learnFrom(permutant: Permutant, writes = false): Promise<Told> {
  const { host, close } = deploymentOf(permutant);
  try {
    const baseUrl = `http://127.0.0.1:4010${permutant.profile.basePath}`;
    const learned = await learnLive({ baseUrl, credentials, writes }, host);
    return { ...told(learned.findings, learned.notes), learned };
  } finally {
    close();
  }
}

/** The ids that a run passes by a profile without controls, and whatever it found wrong. */
export async function judgedWith(
  permutant: Permutant,
  profile: Profile,
): Promise<{ passed: string[]; wrong: string[] }> {
  const { host, close } = deploymentOf(permutant);
  try {
    const { outcomes, observations } = await verify(
      { baseUrl: 'http://127.0.0.1:4010', credentials, profile, seed: SEED },
      host,
    );
    const unproven = ['pass', 'inconclusive', 'not-applicable'];
    return {
      passed: outcomes.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
      wrong: [
        ...outcomes
          .filter(({ verdict }) => !unproven.includes(verdict))
          .map(({ id, reason }) => `${id}: ${reason}`),
        ...observations
          .filter(({ drift }) => drift)
          .map(({ opening, observed }) => `${opening}: ${observed}`),
      ],
    };
  } finally {
    close();
  }
}

/** Each answer that is not what the profile says, in words. */
export function wrongIn({ kept }: Built, profile: Profile): string[] {
  return kept.flatMap(({ at, value }) => {
    if (at.startsWith('/samples/') || isUnseen(at, profile)) return [];
    const names = splitPointer(at);
    // An answer for one family is right where it is that of all.
    const own = truthAt(profile, names);
    const isOfFamily = own === undefined && names.includes('families');
    const isOfFact = own === undefined && names.includes('forms');
    const truth = isOfFamily
      ? truthAt(profile, without(names))
      : isOfFact
        ? truthAt(profile, ['openings', 'records.time', ...names.slice(4)])
        : own;
    return isSame(at, value, truth, profile)
      ? []
      : [`${at}: learned ${JSON.stringify(value)}, and it is ${JSON.stringify(truth)}`];
  });
}

function without(names: readonly string[]): string[] {
  const family = names.indexOf('families');
  return names.filter((_, place) => place < family || place > family + 1);
}

/** Places that no payload has: those of records that are a map from one fact to another, and the words of a page. */
function isUnseen(at: string, { openings }: Profile): boolean {
  const lists = openings['operations.envelope']?.lists;
  if (at.startsWith('/openings/records.country/')) return lists?.countries?.value !== undefined;
  if (at.startsWith('/openings/records.timeZone/')) return lists?.timeZones?.value !== undefined;
  return at.startsWith('/openings/errors.body/apart/');
}

function truthAt(profile: unknown, names: readonly string[]): unknown {
  return names.reduce((node: unknown, name) => {
    if (typeof node !== 'object' || node === null) return undefined;
    // Names of headers have no case.
    const key = Object.keys(node).find((one) =>
      names.includes('headers') ? one.toLowerCase() === name.toLowerCase() : one === name,
    );
    return key === undefined ? undefined : Reflect.get(node, key);
  }, profile);
}

function isSame(at: string, value: unknown, truth: unknown, { openings }: Profile): boolean {
  if (at === '/openings/token.lifetime') return durationMs(String(value)) === durationMs(String(truth));
  // A gate may add a charset to what the simulator answers.
  if (!at.startsWith('/openings/patch.format/') && at.endsWith('/contentType') && typeof value === 'string')
    return value.replace(/; ?charset=utf-8$/i, '') === String(truth).replace(/; ?charset=utf-8$/i, '');
  // Where no refusal has a body, that for want of a token has none either.
  if (at === '/openings/auth.refusal/body' && openings['errors.body']?.form === 'empty')
    return value === 'empty';
  // A service that takes a partial object as a merge patch too does either; nothing tells which was meant.
  if (at.startsWith('/openings/patch.format/') && openings['patch.format']?.form !== 'json-patch')
    return ['partial', 'merge-patch', 'application/json', 'application/merge-patch+json'].includes(
      String(value),
    );
  if (at === '/openings/patch.format/contentType')
    return /^application\/(json-patch\+)?json$/.test(String(value));
  return isDeepEqual(value, truth);
}
