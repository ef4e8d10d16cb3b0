/** `roadtest serve --deviate RULE`: a simulator that breaks one rule, for each of them. */
import { describe, expect, it } from 'vitest';
import { deviationFrom } from '../../cli/serving/deviation.ts';
import { allJudged } from '../../cli/verifying/selection.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { rules } from '../../contracts/specification/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../command/roadtest.ts';
import { cli } from '../command/verifying.ts';
import { typed } from '../command/world.ts';
import { oneIn, SEED, turns } from '../sample.ts';

const inTurn = turns(4);

/** A deviating simulator, verified by all rules or by some. */
async function verified(id: string, only: string[] = []): Promise<Run> {
  const simulator = deviantSimulator(deviationFrom(id));
  const { userName, apiKey } = simulator.fleet.account;
  const options = {
    baseUrl: 'http://localhost',
    credentials: { userName, apiKey },
    profile: simulator.profile,
    seed: SEED,
    only,
  };
  const run = await verify(options, nodeHost(simulator.fetch));
  simulator.stop();
  return run;
}

const failed = (run: Run) => run.outcomes.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

describe('a deviation', () => {
  // Each of them is caught in `faults/`; here some are, by the id that a user names.
  it.runIf(inTurn()).each(oneIn(30, allJudged).map(({ id }) => id))(
    'from %s is caught by what is judged of it',
    async (id) => {
      expect(failed(await verified(id, [id]))).toEqual([id]);
    },
  );

  it.runIf(inTurn())('is reported in a sentence, whichever rule it is from', () => {
    for (const { id } of rules) expect(deviationFrom(id).does, id).toMatch(/^[a-z].{8,}[^.]$/);
  });

  const broken = [
    'token/is-jwt',
    'auth/expired-refused/listDevices',
    'operations/listCountries',
    'devices/posted-alert-is-taken',
    'groups/updated-keeps-rest',
    'expiry/off-never-expires',
    'licences/expiry-releases-one',
  ];
  it.runIf(inTurn()).each(oneIn(8, broken))(
    'from %s breaks that in a whole run, and no other rule',
    async (id) => {
      expect(failed(await verified(id))).toEqual([id]);
    },
  );

  it.runIf(inTurn())('from one rule is named where others follow from it', async () => {
    expect(failed(await verified('limits/stops-at-limit/sms', ['limits/']))).toEqual([
      'limits/stops-at-limit/sms',
    ]);
  });

  it.runIf(inTurn())(
    'is for one operation or channel where one is named, and for all where none is',
    async () => {
      expect(failed(await verified('limits/zero-sends-none', ['limits/']))).toEqual([
        'limits/zero-sends-none/email',
        'limits/zero-sends-none/sms',
      ]);
    },
  );
});

describe('roadtest serve --deviate', () => {
  it.runIf(inTurn())('serves what fails a verify run, with the rule named', async () => {
    const service = await serve(['--frozen', '--deviate', 'limits/stops-at-limit/sms']);
    const only = ['--only', 'limits/stops-at-limit,limits/holds-each-day'];
    const { code, out } = await cli(['verify', service.baseUrl, ...only]);
    expect(code).toBe(1);
    expect(out).toMatch(/Failures \(1\)[\s\S]*limits\/stops-at-limit\/sms/);
    await service.stop();
  });

  it.runIf(inTurn()).each([
    ['limits/stop-at-limit', /limits\/stops-at-limit/],
    ['limits/stops-at-limit/fax', /limits\/stops-at-limit\/sms/],
    ['constructor', /roadtest rules/],
  ])('suggests what may have been meant by %s', async (id, hint) => {
    const { code, out, err } = await typed(['serve', '--port', '0', '--deviate', id]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/UNKNOWN_ID/);
    expect(err).toMatch(hint);
  });
});
