/** Ctrl+C in the middle of a run, runs that are killed, and what `roadtest sweep` does then. Needs a build. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/run.ts';
import { launch, launchHere } from '../command/roadtest.ts';
import { created, held, records, slow } from '../command/slow.ts';
import { cli, type Deployment, folder } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const surroundings = { env: { XDG_STATE_HOME: folder }, cwd: folder };
/** The journals of runs on a deployment. */
function journalsOf({ url }: Deployment): string[] {
  const place = join(folder, 'roadtest/journals');
  const own = (name: string) => name.includes(new URL(url).port) && name.endsWith('.jsonl');
  return readdirSync(place)
    .filter(own)
    .map((name) => join(place, name));
}

describe('Ctrl+C', () => {
  // The tests of serve.test.ts show that other signals stop a command in the same way.
  it('ends a run early: it cleans up, and reports what was judged', async () => {
    const { deployment, reached } = await slow({
      until: (target) => target.includes('/clock/advance'),
    });
    const before = records(deployment);
    const run = launch(
      ['verify', deployment.url, '--reporter', 'text,json', '--output', 'interrupted'],
      surroundings,
    );
    await reached;
    const { code, out, err } = await run.stop();
    expect(code).toBe(3);
    expect(err).toMatch(/Stopping: .*removed\. Ctrl\+C again ends at once/);
    expect(out).toContain('ended before all was judged');
    const { interrupted, outcomes } = JSON.parse(
      readFileSync(join(folder, 'interrupted/run.json'), 'utf8'),
    ) as Run;
    expect(interrupted).toBe(true);
    expect(outcomes.some(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(records(deployment)).toEqual(before);
  });

  it.runIf(inTurn())('ends with 1 where a rule was seen broken before', async () => {
    const { deployment, reached } = await slow({ deviate: 'token/is-jwt', until: created });
    const run = launchHere(['verify', deployment.url], surroundings);
    await expect.poll(() => run.err).toContain('token/is-jwt');
    await reached;
    expect(await run.stop()).toMatchObject({ code: 1, out: expect.stringContaining('token/is-jwt') });
  });

  it.runIf(inTurn())('a second time ends at once, and leaves a journal to sweep by', async () => {
    // The clean-up gets no answer, so that it is under way however late the second signal comes.
    const { deployment, reached, go } = await held({ until: created });
    const before = records(deployment);
    const run = launch(['verify', deployment.url], surroundings);
    await reached;
    run.child.kill('SIGINT');
    await expect.poll(() => run.err).toContain('Stopping');
    await new Promise((after) => setTimeout(after, 350)); // nearer to the first it counts as the same one
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    go();
    expect(records(deployment)).not.toEqual(before);

    const [journal = ''] = journalsOf(deployment);
    const swept = await cli(['sweep', journal]);
    expect(swept).toMatchObject({ code: 0, out: expect.stringMatching(/removed {3}(group|user) /) });
    expect(records(deployment)).toEqual(before);
    expect(journalsOf(deployment)).toEqual([]);
  });
});

/** The longest that a command may take to end once it was asked to, in ms. */
const LONGEST_END = 10_000;
const anyCall = (target: string) => target.startsWith('/api/');

describe('Ctrl+C where the deployment has fallen silent', () => {
  it.each<[string, string[], (target: string, method: string) => boolean]>([
    ['verify', ['--in-place'], created],
    ['verify', ['--in-place', '--only', 'expiry/'], (target) => target.includes('/clock/advance')],
    ['verify', ['--learn', '--in-place'], created],
    ['explore', ['--in-place'], created],
    ['explore', ['--in-place'], anyCall],
    ['learn', ['--write', '-o', 'silent.yaml'], created],
    ['learn', ['-o', 'silent.yaml'], anyCall],
  ])('%s %j ends in time, and lets others in', async (command, words, until) => {
    const { deployment, reached, go } = await held({ until });
    const run = launchHere([command, deployment.url, ...words], surroundings);
    await reached;
    const asked = performance.now();
    const { code } = await run.stop();
    const took = performance.now() - asked;
    go();
    expect(code).toBe(3);
    expect(took).toBeLessThan(LONGEST_END);
    const { port } = new URL(deployment.url);
    const places = readdirSync(join(folder, 'roadtest/journals'));
    expect(places.filter((name) => name.includes(port) && name.endsWith('.lock'))).toEqual([]);
  });
});

describe('roadtest sweep', () => {
  it('that is interrupted ends with 3, and names what it has left', async () => {
    const { deployment, reached, go } = await held({ until: (_, method) => method === 'DELETE' });
    const { fleet, lens } = deployment.simulator;
    const made = ['a', 'b'].map((name) => fleet.groups.create({ name: `abcd2345 ${name}`, deviceIds: [] }));
    const ids = made.map(({ id }) => lens.writeId('group', id));
    const entries = [
      { entry: 'run', format: 'roadtest-journal', version: 1, nonce: 'abcd2345', target: deployment.url },
      ...ids.map((id, number) => ({ entry: 'made', number: number + 1, resource: 'group', id })),
    ];
    writeFileSync(join(folder, 'left.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const run = launchHere(['sweep', 'left.jsonl', '--max-time', '600'], surroundings);
    await reached;
    const { code, out, err } = await run.stop();
    go();
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('The sweep was interrupted. What is left can be'),
    ]);
    for (const id of ids) expect(out).toContain(`left      group ${id} was not removed`);
  });

  it.runIf(inTurn())('removes what a killed run left, also what was created and never reported', async () => {
    const { deployment, reached } = await slow({ latency: 60, until: created });
    const before = records(deployment);
    const run = launch(
      ['verify', deployment.url, '--only', 'groups/,users/', '--journal', 'killed.jsonl'],
      surroundings,
    );
    await reached;
    run.child.kill('SIGKILL'); // the record is made, and the answer is still on its way
    await run.ended;
    expect(records(deployment)).not.toEqual(before);
    expect(readFileSync(join(folder, 'killed.jsonl'), 'utf8')).toContain('"intend"');

    const swept = await cli(['sweep', 'killed.jsonl', '--json']);
    expect(swept.code).toBe(0);
    expect((JSON.parse(swept.out) as { removed: string[] }).removed.length).toBeGreaterThan(0);
    expect(records(deployment)).toEqual(before);
    // Once more does no harm.
    expect(await cli(['sweep', 'killed.jsonl'])).toMatchObject({ code: 0 });
    expect(records(deployment)).toEqual(before);
  });

  it('lists the journals that there are when none is named', async () => {
    mkdirSync(join(folder, 'roadtest/journals'), { recursive: true });
    writeFileSync(join(folder, 'roadtest/journals/left.jsonl'), '');
    const { code, err } = await cli(['sweep']);
    expect(code).toBe(2);
    expect(err).toMatch(/JOURNAL is missing[\s\S]*left\.jsonl/);
  });

  it.each([
    ['no line', ''],
    ['a part of the first', '{"entry":"run","format":"roadtest-jou'],
  ])('has nothing to undo after a run that wrote %s', async (_, text) => {
    writeFileSync(join(folder, 'unbegun.jsonl'), text);
    expect(await cli(['sweep', 'unbegun.jsonl'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing to undo.'),
    });
  });

  it('refuses what is not a journal, and one of a deployment that is gone', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'Dear Sir or Madam,\n');
    expect(await cli(['sweep', 'letter.txt'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('JOURNAL_INVALID'),
    });
    const run = {
      entry: 'run',
      format: 'roadtest-journal',
      version: 1,
      nonce: 'abcd2345',
      target: 'http://127.0.0.1:1',
    };
    const made = { entry: 'made', number: 1, resource: 'group', id: 7 };
    writeFileSync(join(folder, 'gone.jsonl'), `${JSON.stringify(run)}\n${JSON.stringify(made)}\n`);
    expect(await cli(['sweep', 'gone.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('UNREACHABLE'),
    });
    expect(await cli(['sweep', 'none.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('FILE_NOT_READABLE'),
    });
  });
});
