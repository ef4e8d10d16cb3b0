/** The command as a process: colours, pipes, exit codes. Needs a build. */
import { describe, expect, it } from 'vitest';
import { launch, roadtest } from './roadtest.ts';

describe('the roadtest command', () => {
  it('writes plain text where no terminal reads it', async () => {
    const { code, out, err } = await roadtest(['rules', 'token/']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('token/issued');
    expect(out).not.toContain('\u001b');
  });

  it('ends well when its reader has gone', async () => {
    const { child, ended } = launch(['rules', '--json']);
    child.stdout?.destroy();
    const { code, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('prints an error that was not caught without its secrets, and what would act on a terminal', async () => {
    const thrown = "throw new Error('\\u001b[31mwrong key: ' + process.env.ROADTEST_API_KEY)";
    const preload = `data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${thrown} })`)}`;
    const served = launch(['serve', '--port', '0', '--json'], {
      env: { ROADTEST_API_KEY: 'demo-key-7Fq2', NODE_OPTIONS: `--import ${preload}` },
    });
    await served.firstLine();
    served.child.kill('SIGUSR2');
    const { code, err } = await served.ended;
    expect([code, err]).toEqual([5, expect.stringContaining('roadtest itself failed [INTERNAL]')]);
    expect(err).toContain('wrong key: ');
    expect(err).not.toContain('demo-key-7Fq2');
    expect(err).not.toContain('\u001b');
  });

  it('ends with 2 when it was called wrongly, with nothing on standard output', async () => {
    const { code, out, err } = await roadtest(['rules', 'no-such-rule']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('UNKNOWN_ID');
  });
});
