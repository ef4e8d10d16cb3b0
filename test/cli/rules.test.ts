import { describe, expect, it } from 'vitest';
import { rules as command } from '../../cli/commands/rules.ts';
import { run } from '../../cli/run.ts';
import { deviationFrom } from '../../cli/serving/deviation.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import { controlFacts } from '../../contracts/profile/controls.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { openings, operations, rules } from '../../contracts/specification/index.ts';
import { testIo } from '../command/world.ts';

async function roadtestRules(...words: string[]) {
  const io = testIo();
  const exitCode = await run({ rules: async () => command }, ['rules', ...words], io);
  return { exitCode, ...io.written() };
}

/** The line to paste, which may go over several. */
function exampleIn(out: string): string {
  return (/^ +example +([\s\S]*)/m.exec(out)?.[1] ?? '').replace(/\n +/g, ' ').trim();
}

describe('roadtest rules', () => {
  it('prints every operation, rule and opening on a line of its own, with the section', async () => {
    const { exitCode, out } = await roadtestRules();
    expect(exitCode).toBe(0);
    const lines = out.split('\n');
    for (const { id } of [...operations, ...rules, ...openings]) {
      const line = lines.find((each) => each.startsWith(`  ${id} `));
      expect(line, id).toMatch(/ §\d/);
    }
  });

  it('--json holds them whole', async () => {
    const { exitCode, out } = await roadtestRules('--json');
    const printed = JSON.parse(out);
    expect(exitCode).toBe(0);
    expect(printed.operations).toEqual(operations);
    expect(printed.openings).toEqual(openings);
    expect(printed.rules).toMatchObject(rules);
    expect(printed.rules.flatMap((rule: { judged: string[] }) => rule.judged)).toContain(
      'operations/readUser',
    );
  });

  it('of a rule reports its text, basis, sections, needs, and what is judged', async () => {
    const { out } = await roadtestRules('limits/usage-restarts');
    expect(out).toContain('from zero');
    expect(out).toMatch(/basis +stated/);
    expect(out).toMatch(/section +2 Resources and fields\n +8 Limits\n/);
    expect(out).toMatch(/needs +a way to advance time/);
    expect(out).toMatch(/judged as +limits\/usage-restarts\/email\n +limits\/usage-restarts\/sms\n/);
  });

  it('of a judged id shows that one alone', async () => {
    const { out } = await roadtestRules('auth/header-required/readGroup');
    expect(out).toMatch(/^auth\/header-required\/readGroup\n/);
    expect(out).toMatch(/needs +the id of a group\n/);
    expect(out).not.toContain('judged as');
  });

  it('of an operation says where it is served and by what it is judged', async () => {
    const { out } = await roadtestRules('lastLocation');
    expect(out).toContain('GET /api/devices/{deviceId}/lastLocation');
    expect(out).toContain('auth/expired-refused/lastLocation');
    expect(out).toContain('operations/lastLocation');
  });

  it('of an opening reports what is open and what the simulator does', async () => {
    const { out } = await roadtestRules('day.ends');
    expect(out).toMatch(/default +midnight/);
    expect(out).toMatch(/section +8 Limits/);
  });

  it.each(openings)(
    'of the opening $id prints its keys, and an example that a profile takes',
    async ({ id }) => {
      const { out } = await roadtestRules(id);
      expect(out).toMatch(/^ +(keys|values) +\S/m);
      expect(
        parseProfile(`{ roadtest: 1, name: x, openings: { ${exampleIn(out)} } }`).openings,
      ).toHaveProperty([id]);
    },
  );

  it.each(namesOf(controlFacts))('of the control %s prints what it is given and an example', async (name) => {
    const { out } = await roadtestRules(name);
    for (const fact of controlFacts[name].takes) expect(out).toContain(`{${fact}}: given`);
    const text = `{ roadtest: 1, name: x, openings: {}, controls: { ${exampleIn(out)} } }`;
    expect(parseProfile(text).controls).toHaveProperty([name]);
  });

  it('takes the start of an id, wherever it ends', async () => {
    const { out } = await roadtestRules('limits/us');
    expect(out).toContain('limits/usage-counts');
    expect(out).not.toContain('limits/raise');
  });

  it.each([
    ['limits/', 'rules'],
    ['limits', 'rules and openings'],
    ['records.', 'openings'],
    ['users', 'rules and openings'],
  ])('of %s prints the %s that begin like it', async (prefix, kinds) => {
    const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);
    const begin = (id: string) => id.startsWith(prefix);
    const { out } = await roadtestRules(prefix, '--json');
    const printed = JSON.parse(out);
    expect(idsOf(printed.rules)).toEqual(idsOf(rules).filter(begin));
    expect(idsOf(printed.openings)).toEqual(idsOf(openings).filter(begin));
    const present = [printed.rules.length > 0 && 'rules', printed.openings.length > 0 && 'openings'];
    expect(present.filter(Boolean).join(' and ')).toBe(kinds);
  });

  it.each([
    ['limits/stop-at-limit', 'limits/stops-at-limit'],
    ['listDevcies', 'listDevices'],
    ['token.lifetme', 'token.lifetime'],
  ])('of the unknown %s asks whether %s was meant', async (wrong, meant) => {
    const { exitCode, out, err } = await roadtestRules(wrong);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('[UNKNOWN_ID]');
    expect(err).toContain(`Did you mean ${meant}`);
  });

  it('--deviations lists what serve --deviate takes: one for each rule, and three histories', async () => {
    const { exitCode, out } = await roadtestRules('--deviations', '--json');
    expect(exitCode).toBe(0);
    const listed: { id: string; does: string; judged: string[] }[] = JSON.parse(out).deviations;
    expect(listed.map(({ id }) => id).filter((id) => !id.startsWith('history/'))).toEqual(
      rules.map(({ id }) => id),
    );
    for (const { id, does, judged } of listed)
      for (const one of [id, ...judged]) expect(deviationFrom(one).does, one).toBe(does);
    const histories = await roadtestRules('history/', '--deviations');
    expect(histories.out.match(/^ {2}history\/.*It .*\.$/gm)).toHaveLength(3);
  });

  it('--deviations of an id lists those that begin like it, or asks which was meant', async () => {
    const { out } = await roadtestRules('limits/stops-at-limit/sms', '--deviations');
    expect(out).toMatch(
      /^Deviations \(1\)\n {2}limits\/stops-at-limit +It sends .* \(2, for each channel\)\n$/,
    );
    const { exitCode, err } = await roadtestRules('history/forth-patch', '--deviations');
    expect(exitCode).toBe(2);
    expect(err).toMatch(/UNKNOWN_ID[\s\S]*history\/fourth-patch/);
  });

  it('wraps to the width of a terminal', async () => {
    const io = testIo({ interactive: true, columns: 80 });
    await run({ rules: async () => command }, ['rules', 'token'], io);
    for (const line of io.written().out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
