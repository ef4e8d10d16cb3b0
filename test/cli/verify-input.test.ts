/** Input that prevents a run: it is reported with exit code 2, what is wrong, and what to try. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../simulator/http/call.ts';
import { cli, demo, deployed, folder, nowhere, serving } from '../command/verifying.ts';
import { LONG, oneIn, turns, WHOLE } from '../sample.ts';

const inTurn = turns(4, 1);

const html = '<!doctype html><title>Welcome</title><h1>It works</h1>';

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe('a base address that is invalid', () => {
  it.each([
    ['fleet.example.com', 'http://fleet.example.com'],
    ['ftp://fleet.example.com', 'http://fleet.example.com'],
    ['http://', 'https://fleet.example.com'],
    ['http://127.0.0.1:4010/?key=1', 'http://127.0.0.1:4010/'],
  ])('%s', async (address, hint) => {
    const { code, out, err } = await cli(['verify', address], { env: demo });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('ADDRESS_INVALID');
    expect(err).toContain(hint);
  });

  it('is missing', async () => {
    const { code, err } = await cli(['verify']);
    expect(code).toBe(2);
    expect(err).toContain('BASE_URL is missing');
  });

  it('carries a password, which is not reported again', async () => {
    const { code, err } = await cli(['verify', 'http://demo:hunter2secret@127.0.0.1:1'], { env: demo });
    expect(code).toBe(2);
    expect(err).toMatch(/ADDRESS_INVALID[\s\S]*ROADTEST_API_KEY/);
    expect(err).not.toContain('hunter2secret');
  });
});

describe.concurrent('a deployment that cannot be verified', () => {
  it('is unreachable', async () => {
    const url = await nowhere();
    const { code, err } = await cli(['verify', url], { env: demo });
    expect(code).toBe(2);
    expect(err).toContain(url);
    expect(err).toMatch(/ECONNREFUSED[\s\S]*UNREACHABLE/);
  });

  it('is unreachable, and no credentials are given: the first is what is reported', async () => {
    const { code, err } = await cli(['verify', await nowhere()]);
    expect(code).toBe(2);
    expect(err).toMatch(/ECONNREFUSED[\s\S]*UNREACHABLE[\s\S]*roadtest serve/);
  });

  it('redirects', async () => {
    const url = await serving((_, response) =>
      response.writeHead(302, { location: 'https://login.example.com/' }).end(),
    );
    const { code, err } = await cli(['verify', url], { env: demo });
    expect(code).toBe(2);
    expect(err).toMatch(/https:\/\/login\.example\.com\/[\s\S]*REDIRECTED/);
  });

  it('answers HTML', async () => {
    const url = await serving((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(html),
    );
    const { code, err } = await cli(['verify', url], { env: demo });
    expect(code).toBe(2);
    expect(err).toMatch(/HTML[\s\S]*NOT_THE_API/);
  });

  it('hangs', async () => {
    const url = await serving(() => undefined);
    const { code, err } = await cli(['verify', url, '--timeout', '0.2'], { env: demo });
    expect(code).toBe(2);
    expect(err).toMatch(/timeout|in time/);
    expect(err).toContain('UNREACHABLE');
  });

  it('cuts every connection', async () => {
    const url = await serving((request) => request.socket.destroy());
    const { code, err } = await cli(['verify', url], { env: demo });
    expect(code).toBe(2);
    expect(err).toContain('UNREACHABLE');
  });

  it.runIf(inTurn())('sends 500 MB, which are not read to their end', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    let sent = 0;
    const url = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (sent < 500 && !response.destroyed) {
          sent++;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const { code, err } = await cli(['verify', url], { env: demo });
    expect(code).toBe(2);
    expect(sent).toBeLessThan(400);
    expect(err).toContain('UNREACHABLE');
  });
});

describe.concurrent('a deployment that misbehaves in the middle', LONG, () => {
  const reading = (target: string) => target.split('?')[0] === '/api/users/countries';
  // Each rule that reads it waits out the timeout.
  const words = ['--only', WHOLE ? 'users/,groups/' : 'users/countries-listed,groups/'];
  const more = JSON.stringify(['x'.repeat(9 * 1024 * 1024)]);

  const answers: [string, string, string, (reply: Reply) => Reply | Promise<Reply>][] = [
    ['hangs', 'suspect', '3', () => new Promise(() => undefined)],
    ['cuts the connection', 'suspect', '120', (reply) => ({ ...reply, dropped: true })],
    ['sends more than is read', 'left open', '120', (reply) => ({ ...reply, body: more })],
  ];
  it.each(oneIn(3, answers))(
    '%s: what it hits is %s, the rest is judged',
    async (_, verdict, timeout, answer) => {
      const { url } = await deployed({
        onReply: (reply, { target }) => (reading(target) ? answer(reply) : reply),
      });
      const { code, out, err } = await cli(['verify', url, ...words, '--timeout', timeout]);
      expect(code).toBe(3);
      expect(err).not.toMatch(/fail|error/);
      expect(out).toContain(verdict);
      expect(out).toMatch(/users\/countries-listed/);
      expect(out).toMatch(/\d\d pass/);
    },
  );
});

describe.concurrent('credentials', () => {
  it('are missing', async () => {
    const url = await serving((_, response) => response.writeHead(404).end());
    const { code, err } = await cli(['verify', url]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /CREDENTIALS_MISSING[\s\S]*ROADTEST_USER_NAME and ROADTEST_API_KEY[\s\S]*--credentials FILE/,
    );
  });

  it('are there by half', async () => {
    const { code, err } = await cli(['verify', 'http://127.0.0.1:9'], {
      env: { ROADTEST_USER_NAME: 'demo' },
    });
    expect(code).toBe(2);
    expect(err).toMatch(/no API key[\s\S]*CREDENTIALS_INCOMPLETE/);
  });

  it('are wrong: that is configuration, and no broken rule', async () => {
    const { url } = await deployed();
    const env = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'a-wrong-key-of-mine' };
    const { code, out, err } = await cli(['verify', url], { env });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('CREDENTIALS_REFUSED');
    expect(err).not.toContain('a-wrong-key-of-mine');
  });

  it('are those of every simulator where none are given', async () => {
    const { url } = await deployed();
    const { code } = await cli(['verify', url, '--only', 'token/']);
    expect(code).toBe(0);
  });

  it.each([
    ['lines', '# staging\nexport ROADTEST_USER_NAME=fleet\r\nROADTEST_API_KEY="key = with #"\n'],
    ['JSON', '{"userName": "fleet", "apiKey": "key = with #"}'],
  ])('come from a file of %s, also beside others in the environment', async (kind, text) => {
    const { url } = await deployed({ userName: 'fleet', apiKey: 'key = with #' });
    const words = [
      'verify',
      url,
      '--only',
      'token/issued',
      '--credentials',
      file(`credentials-${kind}`, text),
    ];
    expect(await cli(words, { env: demo })).toMatchObject({ code: 0 });
  });

  it('in a file that others may read are refused', async () => {
    const path = file('open', '{"userName": "fleet", "apiKey": "never-told"}', 0o644);
    const { code, err } = await cli(['verify', 'http://127.0.0.1:9', '--credentials', path]);
    expect(code).toBe(2);
    expect(err).toMatch(/CREDENTIALS_EXPOSED[\s\S]*chmod 600/);
    expect(err).not.toContain('never-told');
  });

  it.each([
    ['no key', 'ROADTEST_USER_NAME=never-told', /no API key[\s\S]*CREDENTIALS_INCOMPLETE/],
    ['broken JSON', '{"userName": "never-told"', /CREDENTIALS_INVALID/],
    ['other lines', 'never-told', /line 1[\s\S]*CREDENTIALS_INVALID/],
  ])('in a file with %s are refused, and nothing of it is reported', async (kind, text, words) => {
    const path = file(`wrong ${kind}`, text);
    const { code, err } = await cli(['verify', 'http://127.0.0.1:9', '--credentials', path]);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(err).not.toContain('never-told');
  });

  it('in a file that is not there are reported', async () => {
    const { code, err } = await cli(['verify', 'http://127.0.0.1:9', '--credentials', 'none.env']);
    expect(code).toBe(2);
    expect(err).toContain('FILE_NOT_READABLE');
  });
});

describe('wrong options', () => {
  it.each([
    [['--only', 'limit/'], /UNKNOWN_ID[\s\S]*limits\//],
    [['--skip', 'limits/stop-at-limit'], /UNKNOWN_ID[\s\S]*limits\/stops-at-limit/],
    [['--only', 'token/', '--skip', 'token/'], /NOTHING_SELECTED/],
    [['--reporter', 'junti'], /UNKNOWN_REPORTER[\s\S]*junit/],
    [['--reporter', 'text,junit'], /OUTPUT_NEEDED[\s\S]*--output/],
    [['--require', 'inconclusive'], /REQUIREMENT_INVALID/],
    [['--baseline', 'none.yaml'], /FILE_NOT_READABLE/],
    [['--profile', 'none.yaml'], /FILE_NOT_READABLE/],
    [['--max-rps', '0'], /WRONG_OPTION/],
    [['--concurrency', '1.5'], /WRONG_OPTION/],
    [['--json', '--reporter', 'text'], /cannot be combined with/],
    [['--rerun-failed'], /NOTHING_TO_RERUN/],
    [['--journal', '/no/such/folder/journal'], /FILE_NOT_WRITABLE/],
    [['--output', '/dev/null/out'], /FILE_NOT_WRITABLE/],
  ])('%j', async (words, printed) => {
    const { code, out, err } = await cli(['verify', 'http://127.0.0.1:9', ...words], { env: demo });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(printed);
  });

  it('a profile with a typo is answered with its line', async () => {
    const path = file('typo.yaml', 'roadtest: 1\nname: mine\nopenings:\n  token.lifetim: PT1H\n');
    const { code, err } = await cli(['verify', 'http://127.0.0.1:9', '--profile', path], { env: demo });
    expect(code).toBe(2);
    expect(err).toMatch(/typo\.yaml:4[\s\S]*token\.lifetime/);
  });
});
