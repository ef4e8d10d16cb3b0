/** A profile that a deployment publishes: data, within bounds, or an error with a code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileLens,
  completeProfile,
  defaultProfile,
  ProfileError,
} from '../../../contracts/profile/index.ts';
import { parseFetchedProfile } from '../../../contracts/profile/load.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { runs } from '../../sample.ts';

const where = 'http://127.0.0.1:1/_control/profile';

describe('a fetched profile', () => {
  it('keeps how the deployment is read, and nothing that a run would do', () => {
    const reported = completeProfile(envelopedProfile);
    const { roadtest, name, basePath, openings } = reported;
    expect(reported).toMatchObject({ controls: expect.anything(), samples: expect.anything() });
    expect(parseFetchedProfile(JSON.stringify(reported), where)).toEqual({
      roadtest,
      name,
      basePath,
      openings,
    });
  });

  it('does not even look at what it does not keep', () => {
    const reported = { ...defaultProfile, controls: { send: 'x' }, known: 7, samples: null, further: [1] };
    expect(parseFetchedProfile(JSON.stringify(reported), where).openings).toEqual(defaultProfile.openings);
  });

  it.each([
    ['', 'PROFILE_INVALID'],
    ['[]', 'PROFILE_INVALID'],
    ['"roadtest"', 'PROFILE_INVALID'],
    ['{"roadtest":1,"name":"x","openings":{"constructor":{}}}', 'PROFILE_SYNTAX'],
    [`{"roadtest":1,"name":"x","openings":${'['.repeat(100_000)}`, 'PROFILE_SYNTAX'],
    [`{"roadtest":1,"name":"${'x'.repeat(300_000)}"}`, 'PROFILE_SYNTAX'],
    ['{"roadtest":1,"name":"x","openings":{},"basePath":"/%2e%2e/other"}', 'PROFILE_INVALID'],
  ])('such as %.50s is an error with the code %s', (text, code) => {
    expect(() => parseFetchedProfile(text, where)).toThrow(expect.objectContaining({ code }));
  });

  it('is usable or an error with a code, whatever has become of it', () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(-1, 1e308, '', '\u202e', null, '/__proto__'),
    );
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(envelopedProfile, defaultProfile), leaf, (at, base, value) => {
        const text = JSON.stringify(mutated(completeProfile(base), at, value));
        try {
          const read = completeProfile(parseFetchedProfile(text, where));
          compileLens(read.openings, { basePath: read.basePath });
        } catch (error) {
          expect(error).toBeInstanceOf(ProfileError);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

/** The value with one of its parts replaced: the one with that number, counted through. */
function mutated(value: unknown, at: number, by: unknown): unknown {
  let left = at % 400;
  const walk = (inside: unknown): unknown => {
    if (left-- === 0) return by;
    if (Array.isArray(inside)) return inside.map(walk);
    if (inside === null || typeof inside !== 'object') return inside;
    return Object.fromEntries(Object.entries(inside).map(([name, part]) => [name, walk(part)]));
  };
  return walk(value);
}
