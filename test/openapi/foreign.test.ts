/** The depot's description, which was written by hand: what is read of it is right, and what it does not say stays open. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { learnedFrom } from '../../contracts/learning/learned.ts';
import { merged } from '../../contracts/learning/merge.ts';
import { profileOf } from '../../contracts/learning/profile.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { completeProfile, parseProfile } from '../../contracts/profile/index.ts';
import { operations } from '../../contracts/specification/operations.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { start } from '../foreign/server.ts';
import { SEED, turns } from '../sample.ts';
import { wrongIn } from './told.ts';

const inTurn = turns(3);

const read = (name: string) => readFileSync(new URL(`../foreign/${name}`, import.meta.url), 'utf8');
const profile = parseProfile(read('profile.yaml'), 'profile.yaml');
const { findings, notes } = readOpenApi(parse(read('openapi.yaml')));

describe('the description of the depot', () => {
  it('places all operations', () => {
    expect(findings).toContainEqual(expect.objectContaining({ at: '/basePath', value: '/tracking' }));
    const said = findings.filter(({ at }) => at.startsWith('/openings/operations.status/'));
    expect(said.length).toBe(operations.length - 1);
  });

  it('is read rightly, and where it is of no one mind a note says so', () => {
    // Any text will do for who reports an incident: the description has another example than the profile.
    const reporter = '/openings/alerts.purpose/body/required/~1reporter';
    const wrong = wrongIn(findings, completeProfile(profile));
    expect(wrong.filter((one) => !one.startsWith(reporter))).toEqual([]);
    expect(notes).toEqual(['The ids of some resources are of a form that is not told.']);
  });

  it('gives nearly all that its profile says of payloads', () => {
    const { data } = profileOf(merged(findings).answers, 'learned');
    const openings = data.openings as typeof profile.openings;
    expect(openings['records.group']?.fields).toEqual(profile.openings['records.group']?.fields);
    expect(openings['records.user']?.fields).toEqual(profile.openings['records.user']?.fields);
    expect(openings['records.device']).toEqual(profile.openings['records.device']);
    expect(openings['records.location']).toEqual(profile.openings['records.location']);
    for (const id of [
      'records.time',
      'records.units',
      'records.timeZone',
      'operations.paging',
      'operations.query',
      'locations.purpose',
      'patch.format',
      'token.status',
      'token.lifetime',
      'token.malformed',
      'auth.refusal',
      'versioning',
    ] as const)
      expect(openings[id], id).toEqual(profile.openings[id]);
    const { bodies, answers, id, nothing, lists, records } = openings['operations.envelope'] ?? {};
    const own = profile.openings['operations.envelope'];
    expect({ bodies, id, nothing, records }).toEqual({
      bodies: own?.bodies,
      id: own?.id,
      nothing: own?.nothing,
      records: own?.records,
    });
    expect(answers).toMatchObject({ createGroup: 'id', replaceUser: 'nothing', updateGroup: 'record' });
    expect(lists).toMatchObject({
      devices: { form: 'map', at: '/units', next: '/next' },
      groups: { at: '/crews' },
    });
  });

  it('leaves out what its words would be misunderstood by: kinds and levels of alerts', () => {
    const said = findings
      .filter(({ at }) => at.startsWith('/openings/records.alert/fields/'))
      .map(({ at }) => at);
    expect(said).toEqual(['/openings/records.alert/fields/text']);
  });
});

describe('the depot, judged by what its description says', () => {
  // So does `verify --openapi` (test/cli/learn.test.ts).
  it.runIf(inTurn())(
    'passes most of the rules that need no control, and fails none',
    { timeout: 120_000 },
    async () => {
      const depot = await start();
      const { profile: learned } = learnedFrom([{ findings, notes, from: 'the description' }]);
      const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
      const run = await verify({ baseUrl: depot.url, credentials, profile: learned, seed: SEED }, nodeHost());
      await depot.close();
      const judged = run.outcomes.filter(({ verdict }) => verdict === 'pass');
      expect(run.outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspect')).toEqual([]);
      expect(judged.length).toBeGreaterThan(130);
    },
  );
});
