/** The depot is judged by the suite: as it should be it is not found at fault, with a habit broken it is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { idsWith, told } from '../faults/judging.ts';
import { LONG, oneIn, SEED, WHOLE } from '../sample.ts';
import type { Habits } from './habits.ts';
import { start } from './server.ts';
import { variants } from './variants.ts';

const path = fileURLToPath(new URL('profile.yaml', import.meta.url));
const profile = parseProfile(readFileSync(path, 'utf8'), 'profile.yaml');

interface Asked {
  broken?: Partial<Habits>;
  only?: readonly string[];
  thorough?: boolean | undefined;
  isKnown?: boolean;
}

async function judged({ broken = {}, only, thorough = false, isKnown = true }: Asked) {
  const depot = await start({ broken });
  const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
  // Without a profile the address has to tell the path prefix.
  const known = isKnown ? { baseUrl: depot.url, profile } : { baseUrl: depot.url + (profile.basePath ?? '') };
  try {
    return await verify({ ...known, credentials, thorough, seed: SEED, ...(only && { only }) }, nodeHost());
  } finally {
    await depot.close();
  }
}

it('without its profile it is not found at fault', LONG, async () => {
  const run = await judged({ isKnown: false });
  const mild = [...idsWith(run, 'pass'), ...idsWith(run, 'inconclusive')];
  expect(told(run, (id) => !mild.includes(id))).toEqual([]);
  expect(idsWith(run, 'pass').length).toBeGreaterThan(30);
  expect(run.exitCode).toBe(0);
});

it.each(oneIn(24, variants))('it is caught when it $what', LONG, async (variant) => {
  const { breaks, also = [], drifts = [], thorough } = variant;
  const isWhole = WHOLE || drifts.length > 0;
  const run = await judged({ broken: variant.broken(), thorough, ...(!isWhole && { only: breaks }) });
  const failed = idsWith(run, 'fail');
  const isOwn = (id: string) => [...breaks, ...also].some((one) => id.startsWith(one));
  if (breaks.length > 0) expect(failed.filter(isOwn), told(run, isOwn).join('\n')).not.toEqual([]);
  expect(told(run, (id) => failed.includes(id) && !isOwn(id))).toEqual([]);
  const drift = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
  for (const opening of drifts) expect(drift).toContainEqual(expect.stringContaining(opening));
  expect(run.exitCode).toBe(breaks.length > 0 ? 1 : 4);
});
