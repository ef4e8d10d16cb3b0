/** Profiles: refused with the place of each issue, or performed by a simulator that answers. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import {
  defaultProfile,
  ProfileError,
  type ProfileIssue,
  parseProfile,
} from '../../../contracts/profile/index.ts';
import { operations } from '../../../contracts/specification/index.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../../simulator/client.ts';
import { areaOf, expectCoded, expectShort } from './fuzz.ts';
import { mutatedText, mutatedTree } from './mutate.ts';

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
const good = [
  read('contracts/profile/examples/enveloped.yaml'),
  read('test/foreign/profile.yaml'),
  stringify(defaultProfile),
  'roadtest: 1\nname: x\nopenings: {}\n',
];
const lists = operations.filter(({ id }) => /^list/.test(id));

export const profiles = areaOf({
  name: 'fuzz-profiles',
  draw: (chance) => (chance.below(2) === 0 ? mutatedText : mutatedTree)(chance.pick(good), chance),
  async use(text) {
    const profile = unlessRefused(
      () => parseProfile(text, 'fuzz.yaml'),
      (issue) => issue,
    );
    // The simulator may need parts that a deployment need not have, and says so.
    const simulator = profile && unlessRefused(() => createSimulator({ profile, devices: 2 }));
    if (!simulator) return;
    const own = statusesIn(simulator.profile.openings);
    try {
      const client = clientOf(simulator);
      for (const { method, path } of lists) {
        const { status, text: said } = await client.authorised(method, simulator.profile.basePath + path);
        if (status >= 500 && !own.has(status))
          throw new Error(`${method} ${path} answers ${status}: ${said}`);
      }
    } finally {
      simulator.stop();
    }
  },
});

/** Whatever status the profile says itself, for a refusal say, is its own affair. */
function statusesIn(value: unknown): Set<unknown> {
  if (typeof value !== 'object' || value === null) return new Set([value]);
  return new Set(Object.values(value).flatMap((inside) => [...statusesIn(inside)]));
}

function unlessRefused<T>(
  act: () => T,
  placeOf?: (issue: ProfileIssue) => { line?: unknown },
): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    expectShort(error.message);
    if (error.issues.length === 0) throw new Error('refused without an issue');
    for (const issue of error.issues) expectCoded(issue, placeOf?.(issue));
    return undefined;
  }
}
