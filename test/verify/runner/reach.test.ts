/** Rules that were not reached for want of something, and rules that were left open although nothing was missing. */
import { describe, expect, test } from 'vitest';
import { Session } from '../../../contracts/deployment/session/session.ts';
import { controlFacts } from '../../../contracts/profile/controls.ts';
import { completeProfile, defaultProfile, type Profile } from '../../../contracts/profile/index.ts';
import { type Circumstances, circumstancesOf } from '../../../contracts/verify/evidence.ts';
import { isLeftOpen } from '../../../contracts/verify/reach.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { quickHost } from '../../quick-host.ts';
import { type Fetch, outcomeOf, runAgainst } from '../support.ts';

/** The means of a run: only those that are given. */
const having = (given: Partial<Circumstances> = {}): Circumstances => ({
  profile: { openings: {} },
  ...{ controls: [], partly: [], told: [], untold: [] },
  ...{ showsLimits: false, readOnly: false },
  ...given,
});

const whole = completeProfile(defaultProfile).openings;
describe('What would unlock a rule', () => {
  test.each<[string, string[], Circumstances, boolean]>([
    ['nothing', [], having(), true],
    ['a control that is not there', ['controls.setLimits'], having(), false],
    ['a control that is there', ['controls.setLimits'], having({ controls: ['setLimits'] }), true],
    [
      'one of two that is not there',
      ['controls.advance', 'controls.send'],
      having({ controls: ['send'] }),
      false,
    ],
    [
      'a reading that tells a part',
      ['controls.readLimits'],
      having({ controls: ['readLimits'], partly: ['readLimits'] }),
      false,
    ],
    ['a reading that tells all', ['controls.readLimits'], having({ controls: ['readLimits'] }), true],
    ['an opening that is not answered', ['patch.format'], having(), false],
    ['an opening that is answered', ['patch.format'], having({ profile: { openings: whole } }), true],
    [
      'an opening that is answered in part',
      ['operations.envelope'],
      having({ profile: { openings: { 'operations.envelope': {} } } }),
      false,
    ],
    ['an id that is not named', ['known.user'], having(), false],
    ['an id that is named', ['known.user'], having({ told: ['known.user'] }), true],
    ['more devices than one', ['known.device'], having({ told: [] }), false],
    ['a sample', ['samples.alert'], having({ told: ['samples.alert'] }), true],
    ['a run that may write, in one that may not', ['writing'], having({ readOnly: true }), false],
    ['another account', ['account'], having({ profile: { openings: whole } }), false],
    ['a longer wait', ['patience'], having(), false],
    ['a journal, which could not be written', ['journal'], having(), true],
  ])('%s', (_, unlock, deployment, leftOpen) => {
    expect(isLeftOpen(unlock, deployment)).toBe(leftOpen);
  });
});

describe('The means of a run', () => {
  const meansBy = (profile: Partial<Profile>) => {
    const options = { baseUrl: 'http://127.0.0.1', credentials: { userName: 'kim', apiKey: 'key-of-kim' } };
    const whole: Profile = { roadtest: 1, name: 'some', openings: {}, ...profile };
    const host = quickHost(() => Promise.reject(new Error('no network')), 'reach');
    const session = new Session(
      'http://127.0.0.1',
      { ...options, profile: whole },
      host,
      new AbortController().signal,
    );
    return circumstancesOf({
      ...session,
      controls: { has: () => true, returns: () => true, simulator: false },
    } as unknown as Session);
  };
  const reading = (...facts: string[]): Partial<Profile> => ({
    controls: {
      readLimits: {
        by: 'http',
        method: 'GET',
        url: '/limits/{deviceId}',
        reads: Object.fromEntries(facts.map((fact) => [fact, `/${fact}`])),
      },
    },
  });

  test('are told in part by a control of which the profile reads a part', () => {
    expect(meansBy(reading('dailySms')).partly).toContain('readLimits');
    expect(meansBy(reading(...controlFacts.readLimits.returns)).partly).not.toContain('readLimits');
  });

  test('are ids and samples of the profile, and more devices than one', () => {
    const { told } = meansBy({ known: { device: [1], user: [1] }, samples: { alert: {} } });
    expect(told).toEqual(['known.user', 'samples.alert']);
    expect(meansBy({ known: { device: [1, 2] } }).told).toEqual(['known.device']);
  });
});

describe('A run', () => {
  const judged = async (profile: Profile) => {
    const simulator = createSimulator();
    const hidden: Fetch = async (request) =>
      request.url.includes('/_control/') ? new Response('', { status: 404 }) : simulator.fetch(request);
    const run = await runAgainst(hidden, { profile, only: ['token/'] });
    simulator.stop();
    return { exitCode: run.exitCode, outcome: outcomeOf(run, 'token/api-disabled') };
  };
  const { openings } = completeProfile(defaultProfile);

  test('without a control ends with 0: the rule was not reached', async () => {
    const { exitCode, outcome } = await judged({ roadtest: 1, name: 'no controls', openings });
    expect([exitCode, outcome.verdict, outcome.leftOpen]).toEqual([0, 'inconclusive', undefined]);
  });

  test('whose control is refused ends with 3: the rule was left open', async () => {
    const setApiEnabled = { by: 'http', method: 'PUT', url: '/switch', body: { on: '{enabled}' } } as const;
    const { exitCode, outcome } = await judged({
      ...{ roadtest: 1, name: 'refused', openings },
      controls: { setApiEnabled },
    });
    expect([exitCode, outcome.verdict, outcome.leftOpen]).toEqual([3, 'inconclusive', true]);
    expect(outcome.reason).toContain('was refused');
  });
});
