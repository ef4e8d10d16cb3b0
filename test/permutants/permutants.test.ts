/**
 * Lawful simulators that differ: the array covers all pairs, each permutant is served as its profile says, is described by it, and
 * is found at fault by no run of the suite. A build runs some of them, which turn with the commit; `npm run whole` all.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../contracts/deployment/host.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { ANSWERS } from '../../contracts/openapi/words.ts';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { checkProfile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import type { Simulator } from '../../simulator/index.ts';
import { idsWith, told } from '../faults/judging.ts';
import { wrongIn } from '../profile/openapi/told.ts';
import { quickHost } from '../quick-host.ts';
import { drawn, LONG, WHOLE } from '../sample.ts';
import { allDraws, type Draw, uncovered, workedOut } from './array.ts';
import { compose, open } from './compose.ts';
import { factorNames, factors, impossible, levelsOf, type Row } from './factors.ts';
import { mayBeOpen } from './open.ts';

const ADDRESS = 'http://127.0.0.1:4010';
const credentials = { userName: 'demo', apiKey: 'demo-key' };
const draws = allDraws();

describe('the covering array', () => {
  const rows = draws.filter(({ withholds }) => withholds === undefined).map(({ row }) => row);

  it('holds every pair of levels that is possible', () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(uncovered(rows)).toEqual([]);
  });

  it('stands for all kinds of difference that the page about profiles lists', () => {
    const page = readFileSync(new URL('../../contracts/profile/README.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, kind]) => Number(kind));
    const kinds = new Set(Object.values(factors).flatMap((factor) => [...factor.kinds]));
    expect([...kinds].sort((a, b) => a - b)).toEqual(listed);
  });

  it('leaves out nothing but what is named impossible, by names that exist', () => {
    for (const [factor, ...levels] of impossible.flat())
      expect(levelsOf(factor), factor).toEqual(expect.arrayContaining(levels));
  });

  if (WHOLE) it('is always the same', () => expect(workedOut()).toEqual(rows));
});

it.each(drawn(5, draws))('$label is served and described as its profile says', async (draw) => {
  const permutant = compose(draw);
  expect(checkProfile(permutant.profile)).toEqual([]);
  const { simulator, fetch } = open(permutant);
  const { openings, basePath } = simulator.profile;
  const ask = (path: string, init: RequestInit) =>
    fetch(new Request(`${ADDRESS}${basePath}/api${path}`, init));
  const headers = { 'content-type': 'application/json' };
  const issued = await ask('/Auth/Token', { method: 'POST', headers, body: JSON.stringify(credentials) });
  expect(issued.status).toBe(openings['token.status'].issued);
  const { token } = (await issued.json()) as { token: string };
  const listed = await ask('/users/countries', { headers: { authorization: `Bearer ${token}` } });
  expect(listed.status).toBe(openings['operations.status'].listCountries);
  expect(simulator.lens.list('countries').read(await listed.json()).issues).toEqual([]);
  const refused = await ask('/users/countries', { headers: { authorization: 'Bearer of.bad.news' } });
  expect(refused.status).toBe(openings['auth.refusal'].status);
  simulator.stop();
  const document = JSON.parse(JSON.stringify(writeOpenApi(permutant.profile, { hasIdForm: true })));
  const { [ANSWERS]: _, ...schemas } = document;
  for (const one of [document, schemas])
    expect(wrongIn(readOpenApi(one).findings, permutant.profile)).toEqual([]);
});

/** The run of the suite; without its profile the address tells the path prefix. */
async function judged(draw: Draw, withProfile: boolean, only?: readonly string[]) {
  const permutant = compose(draw);
  const { simulator, fetch, answer } = open(permutant);
  const { profile } = permutant;
  const options = withProfile ? { baseUrl: ADDRESS, profile } : { baseUrl: ADDRESS + profile.basePath };
  const follow = draw.row.clock === 'goes' ? goingBy(() => host.monotonic(), simulator) : async () => {};
  const direct: Host['answer'] = answer && ((request) => follow().then(() => answer(request)));
  const host = quickHost((request) => follow().then(() => fetch(request as Request)), 'permutant', direct);
  try {
    return await verify({ ...options, credentials, ...(only && { only }) }, host);
  } finally {
    simulator.stop();
  }
}

/** A clock that goes: the simulator's goes on by as much as the host has waited, which takes no real time. */
function goingBy(host: () => number, { clock }: Simulator): () => Promise<void> {
  let [turn, seen] = [Promise.resolve(), 0];
  return () => {
    turn = turn.then(async () => {
      const [before, now] = [seen, Math.floor(host())];
      seen = now;
      if (now > before) await clock.advance(clock.now() + now - before);
    });
    return turn;
  };
}

/** Three levels together, as other arrays have them, and the rule that was judged wrongly by them. */
const found: readonly (readonly [id: string, levels: Row])[] = [
  [
    'auth/no-way-round/readDevice',
    {
      'on the way': 'refusals name the record that was asked for',
      'unknown paths': 'are refused in other words',
      'a record': 'under a key',
      ...{ success: 'always 200', refusal: 'success: false', 'error body': 'JSON with success false' },
    },
  ],
  [
    'devices/posted-alert-is-taken',
    {
      'on the way': 'refusals name the record that was asked for',
      'posting alerts': 'several in a wrapper',
      'a record': 'deep',
      fields: 'nested',
    },
  ],
];

it.each(found)('%s passes where three levels make answers alike', async (id, levels) => {
  const usual = Object.fromEntries(factorNames.map((factor) => [factor, levelsOf(factor)[0] ?? '']));
  const run = await judged({ label: id, row: { ...usual, ...levels } }, true, [id]);
  const passed = idsWith(run, 'pass');
  expect(told(run, (one) => !passed.includes(one))).toEqual([]);
  expect(passed).toEqual([id]);
});

/** Each permutant with its profile and without it. */
const cases = draws.flatMap((draw) => [true, false].map((isTold) => ({ draw, isTold })));

it.each(drawn(1, cases))(
  '$draw.label is not found at fault, told by its profile: $isTold',
  LONG,
  async ({ draw, isTold }) => {
    const run = await judged(draw, isTold);
    const { name } = compose(draw);
    const [passed, failed] = [idsWith(run, 'pass'), idsWith(run, 'fail')];
    const open = isTold ? [] : idsWith(run, 'inconclusive');
    const mayBe = (id: string) => isTold && mayBeOpen(id, draw.row, draw.withholds) && !failed.includes(id);
    expect(
      told(run, (id) => !passed.includes(id) && !open.includes(id) && !mayBe(id)),
      name,
    ).toEqual([]);
    expect(passed, name).toContain('token/issued');
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    const left = run.outcomes.filter(({ leftOpen }) => leftOpen);
    for (const { id, reason } of left) expect(reason, id).toMatch(/\S/);
    expect(run.exitCode, name).toBe(left.length > 0 ? 3 : 0);
  },
);
