/** `roadtest verify --record` and `roadtest judge`: the same verdicts again, and recordings that cannot be judged. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../cli/commands/explore.ts';
import { judge } from '../../cli/commands/judge.ts';
import { verify } from '../../cli/commands/verify.ts';
import { run } from '../../cli/run.ts';
import { type CommandResult, type DeployedOptions, deployed, folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);
const commands = {
  ...{ verify: async () => verify, judge: async () => judge },
  ...{ explore: async () => explore },
};

async function cli(...words: string[]): Promise<CommandResult> {
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
  const code = await run(commands, words, io);
  return { code, ...io.written() };
}

const file = (name: string) => join(folder, name);
const textOf = (name: string) => readFileSync(file(name), 'utf8');

type Data = { [name: string]: unknown };

/** A recording with other content, under the digest of that. */
function rewritten(name: string, change: (recording: Data) => Data): string {
  const { digest: _, ...content } = change(JSON.parse(textOf(name)));
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return JSON.stringify({ ...content, digest });
}

async function recordedIn(
  name: string,
  options: DeployedOptions,
  ...words: string[]
): Promise<CommandResult> {
  const { url } = await deployed(options);
  return cli('verify', url, '--record', name, '--json', ...words);
}

describe('a recording is judged as its run was', () => {
  it.runIf(inTurn()).each<[string, DeployedOptions, string[], number]>([
    ['that holds', {}, ['--only', 'token/,groups/', '--require', 'judged>=100%'], 0],
    ['that breaks a rule', { deviate: 'limits/stops-at-limit/sms' }, ['--only', 'limits/'], 1],
    [
      'that lets in what it must refuse',
      { deviate: 'auth/tampered-refused/deleteUser' },
      ['--only', 'auth/'],
      1,
    ],
    ['that is only read', {}, ['--only', 'token/,users/', '--read-only'], 0],
  ])('of a deployment %s', async (name, options, words, code) => {
    const asRun = await recordedIn(`${name}.json`, options, ...words);
    const again = await cli(
      'judge',
      `${name}.json`,
      '--json',
      ...words.slice(-2).filter(() => code === 0 && words.includes('--require')),
    );
    expect(again.out).toBe(asRun.out);
    expect([again.code, again.err]).toEqual([asRun.code, '']);
    expect(asRun.code).toBe(code);
  });
});

describe('what other commands record is judged', () => {
  it.runIf(inTurn())('a failure of explore', async () => {
    const { url } = await deployed({ deviate: 'groups/replaced' });
    const words = ['--seed', '1', '--only', 'groups/', '--requests', '400', '--shrink-time', '5s'];
    const explored = await cli('explore', url, ...words, '--record', 'explored.json', '--json');
    const again = await cli('judge', 'explored.json', '--json');
    expect([explored.code, again.code]).toEqual([1, 1]);
    const failed = JSON.parse(again.out).outcomes.filter(({ verdict }: Data) => verdict === 'fail');
    expect(failed.map(({ id }: Data) => id)).toEqual(JSON.parse(explored.out).failures[0].broken[0]);
  });
});

it('a run without a profile is recorded and judged as one with a profile is', async () => {
  const none = { status: 404, headers: {}, body: '' };
  const isControl = (target: string) => target.startsWith('/_control');
  const around: DeployedOptions['around'] = (handle) => (call) =>
    isControl(call.target) ? none : handle(call);
  const { url } = await deployed({ around });
  const io = testIo({
    cwd: folder,
    env: { XDG_STATE_HOME: folder, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' },
  });
  const words = ['verify', url, '--only', 'token/', '--record', 'none.json', '--json'];
  const code = await run({ verify: async () => verify }, words, io);
  const again = await cli('judge', 'none.json', '--json');
  expect(JSON.parse(again.out).profile).toBeNull();
  expect(again).toEqual({ code, out: io.written().out, err: '' });
});

describe('a run that was to be sharp', () => {
  it.runIf(inTurn())('and is not ends with a code of its own, and so does its recording', async () => {
    const sharp = ['--require', 'sharpness>=80%'];
    const tooSharp = ['--require', 'sharpness>=100%,judged>=100%'];
    const only = ['--only', 'token/,users/'];
    const { code, out } = await recordedIn('sharp.json', {}, ...only, ...tooSharp);
    expect([code, JSON.parse(out).conclusion]).toEqual([
      6,
      expect.stringMatching(/^6: required is sharpness>=100%; it was \d\d(\.\d)?%;/),
    ]);
    expect(await cli('judge', 'sharp.json', '--json', ...tooSharp)).toMatchObject({ code, out });
    expect((await cli('judge', 'sharp.json', ...sharp)).code).toBe(0);
  });
});

describe('a recording', () => {
  it('has no secret, and is for its owner alone', async () => {
    const issued: string[] = [];
    const { code, err } = await recordedIn(
      'secrets.json',
      {
        onReply: (reply) => {
          const [, token] = /"token":"([^"]+)"/.exec(String(reply.body)) ?? [];
          if (token !== undefined) issued.push(token);
          return reply;
        },
      },
      ...['--only', 'token/issued,auth/bearer-accepted'],
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Recorded: secrets.json.') });
    const text = textOf('secrets.json');
    expect(issued.length).toBeGreaterThan(0);
    for (const token of issued)
      for (const part of token.split('.').slice(1)) expect(text).not.toContain(part);
    expect(text).not.toContain('demo-api-key');
    // The parts of a token that judging needs.
    const { issued: seen } = JSON.parse(text);
    expect(seen[0].shows).toEqual({
      parts: 3,
      header: { alg: 'HS256', typ: 'JWT' },
      claims: expect.objectContaining({ exp: expect.any(Number) }),
    });
    if (process.platform !== 'win32') expect(statSync(file('secrets.json')).mode & 0o077).toBe(0);
  });

  it('that was made before there was a rule says so of it, and is judged as far as it goes', async () => {
    await recordedIn('older.json', {}, '--only', 'token/');
    const older = rewritten('older.json', (recording) => ({
      ...recording,
      known: (recording.known as string[]).filter((id) => id !== 'token/expires-iso-utc'),
      asked: [...(recording.asked as string[]).filter((id) => id !== 'token/expires-iso-utc'), 'token/gone'],
      rounds: (recording.rounds as { due: string[] }[]).map(({ due, ...round }) => ({
        ...round,
        due: due.filter((id) => id !== 'token/expires-iso-utc'),
      })),
    }));
    writeFileSync(file('older.json'), older);
    const { code, out } = await cli('judge', 'older.json', '--json');
    const { outcomes, warnings } = JSON.parse(out);
    expect(outcomes.find(({ id }: Data) => id === 'token/expires-iso-utc')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'It is not in the recording, which was made before there was this rule.',
    });
    expect(warnings).toContain('Not judged, since this version has no such rule: token/gone.');
    expect(code).toBe(0);
  });

  it('that cannot be judged is refused with a code, whatever it is', async () => {
    await recordedIn('good.json', {}, '--only', 'token/issued');
    const good = textOf('good.json');
    const changed = (change: (recording: Data) => Data) => rewritten('good.json', change);
    const rows: [string, string, string][] = [
      ['nothing', '', 'RECORDING_SYNTAX'],
      ['cut', good.slice(0, good.length / 2), 'RECORDING_SYNTAX'],
      ['other JSON', '{"entries":[]}', 'RECORDING_FORMAT'],
      ['a HAR of nothing', '{"log":{"entries":[]}}', 'HAR_INVALID'],
      ['a HAR that is cut', '{"log":{"entries":[', 'HAR_INVALID'],
      ['a HAR of a million values', `{"log":{"entries":[${'1,'.repeat(4_000_001)}1]}}`, 'HAR_INVALID'],
      ['a list', '[]', 'RECORDING_FORMAT'],
      ['a later one', good.replace('"version":1', '"version":2'), 'RECORDING_NEWER'],
      ['edited', good.replace('"issued":true', '"issued":false'), 'RECORDING_CHANGED'],
      [
        'deep',
        `{"format":"roadtest-recording","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        'RECORDING_TOO_DEEP',
      ],
      [
        'of a million keys',
        `{"format":"roadtest-recording","x":[${'1,'.repeat(1_000_000)}1]}`,
        'RECORDING_TOO_MANY',
      ],
      ['more than it has', changed((one) => ({ ...one, extra: 1 })), 'RECORDING_INVALID'],
      ['less than it has', changed(({ histories: _, ...one }) => one), 'RECORDING_INVALID'],
      [
        'an exchange that is not there',
        changed((one) => ({ ...one, strays: [{ rule: 'token/issued', reason: 'x', exchanges: [9_999] }] })),
        'RECORDING_INVALID',
      ],
      [
        'another kind of fact',
        changed((one) => ({
          ...one,
          histories: (one.histories as Data[]).map((history) => ({
            ...history,
            facts: [{ kind: 'rm', at: 0 }],
          })),
        })),
        'RECORDING_INVALID',
      ],
      [
        'a history without end',
        changed((one) => ({
          ...one,
          histories: (one.histories as Data[]).map((history) => ({
            ...history,
            facts: Array.from({ length: 2_001 }, () => ({ kind: 'waited', at: 0 })),
          })),
        })),
        'RECORDING_INVALID',
      ],
      [
        'a profile that is none',
        changed((one) => ({
          ...one,
          circumstances: {
            ...(one.circumstances as Data),
            profile: { roadtest: 1, name: 'x', openings: { 'token.lifetime': 5 } },
          },
        })),
        'RECORDING_INVALID',
      ],
    ];
    for (const [name, text, code] of rows) {
      writeFileSync(file('bad.json'), text);
      const refused = await cli('judge', 'bad.json');
      expect({ name, code: refused.code, err: refused.err }).toEqual({
        ...{ name, code: 2 },
        err: expect.stringMatching(new RegExp(`error The recording "bad\\.json" .*\\[${code}\\]\n {2}\\S`)),
      });
    }
    writeFileSync(file('large.json'), '');
    truncateSync(file('large.json'), 65 * 1024 * 1024);
    expect((await cli('judge', 'large.json')).err).toContain('[FILE_TOO_LARGE]');
    expect((await cli('judge', 'no.json')).err).toContain('[FILE_NOT_READABLE]');
    expect((await cli('judge')).err).toContain('[MISSING_ARGUMENT]');
    const otherwise = await cli('judge', 'good.json', '--profile', 'fleet.yaml');
    expect(otherwise.err).toContain('[WRONG_OPTION]');
  });
});
