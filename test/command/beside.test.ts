/** Commands that run beside the service: `roadtest exec` runs one, `roadtest prove` runs a client's tests again and again. What is run is a line of sh. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begun, line } from './line.ts';
import { folder } from './verifying.ts';

const env = { PATH: process.env.PATH };
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const run = (options: string, script: string, given: object = {}) =>
  line(`exec ${options} -- sh -c '{script}'`, { names: { script }, env, ...given });
const gone = (pid: string) => !existsSync(`/proc/${pid.trim()}`);

describe('roadtest exec', () => {
  it('runs the command while the service is up, with its addresses and credentials, and ends with its exit code', async () => {
    const script = `curl -s "$ROADTEST_CONTROL_URL/health" > health
      curl -s -X POST -H 'content-type: application/json' -d "{\\"userName\\":\\"$ROADTEST_USER_NAME\\",\\"apiKey\\":\\"$ROADTEST_API_KEY\\"}" "$ROADTEST_BASE_URL/api/Auth/Token" > token
      curl -s -o /dev/null -w '%{http_code}' -X POST "$ROADTEST_CONTROL_URL/shutdown" > shutdown
      printf '%s' "$ROADTEST_BASE_URL" > base; exit 7`;
    expect(await run('--frozen', script)).toMatchObject({ code: 7, err: '' });
    expect([read('health'), JSON.parse(read('token')).success, read('shutdown')]).toEqual([
      '{"status":"ok"}',
      true,
      '404',
    ]);
    await expect(fetch(`${read('base')}/api/devices`)).rejects.toThrow(); // nothing listens any more
  });

  it('hands every word behind the first -- on as it is, and the environment, and the control token where one is asked for', async () => {
    const script = `printf '%s|' "$@" > words; printf '%s' "$OURS $ROADTEST_CONTROL_TOKEN" > seen`;
    const given = { names: { script, two: 'two words', home: '$HOME' }, env: { ...env, OURS: 'ours' } };
    const { code } = await line(
      `exec --host 0.0.0.0 -- sh -c '{script}' x --frozen -- -o '{two}' '{home}'`,
      given,
    );
    expect([code, read('words')]).toEqual([0, '--frozen|--|-o|two words|$HOME|']);
    expect(read('seen')).toMatch(/^ours [\w-]{20,}$/);
  });

  it.each([
    ['nowhere-is-this-command', 'there is no command'],
    ['{folder}', 'this user may not run'],
  ])('of %s is told that it cannot be run', async (command, why) => {
    const ended = await line(`exec --frozen -- ${command}`, { names: { folder }, env });
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('[COMMAND_NOT_STARTED]')]);
    expect(ended.err).toContain(why);
  });

  it.each([
    ['that heeds it', 'echo $$ > pid; exec sleep 60', 143],
    ['that is deaf to it', "trap '' TERM INT; echo $$ > pid; while :; do sleep 0.1; done", 137],
    ['that has started another', 'sleep 60 & echo $! > pid; wait', 143],
  ])(
    'asks a command to end %s, with all that it started, and ends as a shell does',
    async (_, script, code) => {
      const running = begun(`exec --frozen -- sh -c '{script}'`, {
        names: { script: script.replaceAll("'", '"') },
        env,
      });
      await expect.poll(() => existsSync(join(folder, 'pid')) && read('pid').trim()).toMatch(/\d/);
      const pid = read('pid');
      expect((await running.stop()).code).toBe(code);
      await expect.poll(() => gone(pid)).toBe(true);
      await line(`exec --frozen -- rm pid`, { env });
    },
  );

  it('leaves nothing of what the command has started, though that is deaf and the command has ended', async () => {
    const deaf = 'trap "" TERM INT; echo $$ > left; while :; do sleep 0.1; done';
    const script = `sh -c "$1" & while [ ! -s left ]; do sleep 0.05; done`;
    const { code } = await line(`exec --frozen -- sh -c '{script}' x '{deaf}'`, {
      names: { script, deaf },
      env,
    });
    expect(code).toBe(0);
    await expect.poll(() => gone(read('left'))).toBe(true);
  });
});

interface Shown {
  rows: { id: string; finding: string; reasons: string[] }[];
  exitCode: number;
}

/** The parts of a client in sh. `call METHOD PATH [BODY]` is tried again where that does no harm. */
const parts = {
  sign: `body="{\\"userName\\":\\"$ROADTEST_USER_NAME\\",\\"apiKey\\":\\"$ROADTEST_API_KEY\\"}"
    sign() { token=$(curl -s -m 4 -X POST -H "content-type: application/json" -d "$body" "$ROADTEST_BASE_URL/api/Auth/Token" | sed -n "s/.*\\"token\\":\\"\\([^\\"]*\\)\\".*/\\1/p"); }
    ask() { curl -s -m 4 -o answer.$$ -w "%{http_code}" -H "authorization: Bearer $token" "$ROADTEST_BASE_URL$1"; }`,
  patient: `look() { for try in 1 2 3 4; do status=$(ask "$1") && [ $status = 200 ] && return 0; [ $status = 401 ] && sign; [ $status = 429 ] && sleep 1; sleep 0.1; done; return 1; }`,
  hasty: 'look() { [ "$(ask "$1")" = 200 ]; }',
};
const client = (manner: 'patient' | 'hasty', then = '') =>
  `${parts.sign}\n${parts[manner]}\nsign; look /api/devices && look /api/groups && look /api/devices ${then}`;
const proven = (words: string, script: string) =>
  line(`prove --frozen ${words} -- sh -c '{script}'`, { names: { script }, env });

describe('roadtest prove', () => {
  it('finds that a client which tries again is right, and says what its tests never reach', async () => {
    const only =
      '--only fault/read-fails-once,fault/token-revoked,difference/extra-fields,fault/put-answer-lost';
    const { code, out, err } = await proven(`${only} --json`, client('patient'));
    const { rows, exitCode } = JSON.parse(out) as Shown;
    expect([code, exitCode, err]).toEqual([0, 0, '']);
    const found = Object.fromEntries(rows.map(({ id, finding }) => [id, finding]));
    expect(found).toMatchObject({
      'difference/extra-fields': 'right',
      'fault/put-answer-lost': 'not reached',
    });
    const fault = rows.filter(({ id }) => /^fault\/(read|token)/.test(id)).map(({ finding }) => finding);
    expect(new Set(fault)).toEqual(new Set(['right']));
  });

  it('exposes one that does not: a line for each row, the reason, and how to run it again', async () => {
    const only = '--only fault/read-fails-once,fault/put-answer-lost';
    const { code, out } = await proven(only, client('hasty'));
    expect(code).toBe(1);
    expect(out).toMatch(/✘ fault\/read-fails-once .*The tests fail/);
    expect(out).toContain('To run one of them again, add --only with its id.');
    expect(out).toMatch(/Not reached by these tests:\n {2}fault\/put-answer-lost: The tests make no call/);
  });

  it('exposes one by its calls alone, though its tests pass: a token that was refused is sent on', async () => {
    const script = `${parts.sign}\nsign; for n in 1 2 3 4 5 6 7 8 9 10 11 12; do ask /api/devices; done`;
    const { code, out } = await proven('--only fault/unauthorised-from-then-on', script);
    expect([code, out]).toEqual([1, expect.stringContaining('is sent again and again')]);
  });

  it.each<[row: string, then: string, reason: RegExp]>([
    ['difference/pages-of-two', '&& [ $(tr "{" "\\n" < answer.$$ | grep -c imei) -ge 3 ]', /tests fail/],
    ['difference/ids-uuid', '&& grep -q "dev-1" answer.$$', /tests fail/],
    ['fault/many-devices', '&& [ $(wc -c < answer.$$) -lt 60000 ]', /tests fail/],
  ])('%s exposes a client that takes the usual for the law', async (row, then, reason) => {
    const { code, out } = await proven(`--only ${row} --json`, client('patient', then));
    const { rows } = JSON.parse(out) as Shown;
    expect(rows).toMatchObject([{ id: row, finding: 'exposed', reasons: [expect.stringMatching(reason)] }]);
    expect(code).toBe(1);
  });

  it.each([
    ['of tests that fail without a fault', 'echo red; exit 3', /red[\s\S]*PLAIN_RUN_FAILED/],
    ['of tests that fail and say nothing', 'exit 3', /ended with 3, and wrote nothing\. \[PLAIN_RUN_FAILED/],
    ['of tests that call nothing', 'true', /NO_CALLS/],
  ])('proves nothing %s', async (_, script, says) => {
    const { code, err } = await proven('', script);
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
  });

  it('--list names each row with a sentence, and what a correct client does; it runs nothing', async () => {
    const { code, out } = await line('prove --list');
    const rows = out
      .trimEnd()
      .split('\n')
      .map((text) => /^(\S+) +(carries on|gives up) +([A-Z].*\.)$/.exec(text));
    expect([code, rows.filter((row) => !row)]).toEqual([0, []]);
    const ids = rows.map((row) => row?.[1] ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('difference/')).length).toBeGreaterThan(10);
    expect(ids.filter((id) => id.startsWith('fault/')).length).toBeGreaterThanOrEqual(40);
  });
});
