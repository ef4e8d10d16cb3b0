/** Where a value may be in the texts of a control: a profile that has it elsewhere is refused when it is read. */
import { describe, expect, it } from 'vitest';
import { type ProfileError, type ProfileIssue, parseProfile } from '../../../contracts/profile/index.ts';
import type { Control } from '../../../contracts/profile/profile.ts';

function issuesOf(control: Control): readonly Pick<ProfileIssue, 'code' | 'pointer'>[] {
  const name = control.by === 'command' && control.command.join().includes('{by}') ? 'advance' : 'send';
  const text = JSON.stringify({ roadtest: 1, name: 'x', openings: {}, controls: { [name]: control } });
  try {
    parseProfile(text, 'mine.json');
    return [];
  } catch (error) {
    return (error as ProfileError).issues.map(({ code, pointer }) => ({ code, pointer }));
  }
}

const command = (...command: string[]): Control => ({ by: 'command', command });
const http = (url: string): Control => ({ by: 'http', method: 'POST', url });

describe('a value in a command', () => {
  it.each([
    [['fleetctl', 'send', '{deviceId}']],
    [['fleetctl', 'send', '--device={deviceId}', '-n={count}']],
    [['./tools/push', '{deviceId}']],
    [['sh', '-c', 'fleetctl send --to "$1" | jq .result', 'sh', '{deviceId}']],
    [['node', '--no-warnings', 'tools/send.js', '{deviceId}', '--count={count}']],
    [['env', 'STAGE=test', 'fleetctl', '{deviceId}']],
    [['C:\\Windows\\System32\\cmd.exe', '/c', 'send.cmd', '{deviceId}']],
    [['fleetctl', 'print', '{ not a value }', '{}']],
  ])('is one argument of its own, or what follows an option: %j', (parts) => {
    expect(issuesOf(command(...parts))).toEqual([]);
  });

  it.each([
    [['sh', '-c', 'fleetctl send {deviceId}'], 2],
    [['fleetctl', 'prefix{deviceId}'], 1],
    [['fleetctl', '{deviceId}suffix'], 1],
    [['fleetctl', '{deviceId}{channel}'], 1],
    [['fleetctl', '--device={deviceId}.json'], 1],
    [['fleetctl', 'device={deviceId}'], 1],
    [['fleetctl', '--{channel}=on'], 1],
    [['fleetctl', '{"by":"{by}"}'], 1],
    [['{channel}', 'send'], 0],
    [['./{channel}'], 0],
    [['sh', '-c', '{deviceId}'], 2],
    [['/bin/bash', '-lc', '{deviceId}'], 2],
    [['bash', '{deviceId}'], 1],
    [['node', '--eval={deviceId}'], 1],
    [['python3', '-c', '{deviceId}'], 2],
    [['powershell.exe', '-Command', '{deviceId}'], 2],
    [['cmd', '/c', '{deviceId}'], 2],
    [['env', '{deviceId}'], 1],
    [['sudo', '-n', '{deviceId}'], 2],
  ])('is nothing else: %j', (parts, at) => {
    const pointer = expect.stringMatching(new RegExp(`/command/${at}$`));
    expect(issuesOf(command(...parts))).toEqual([{ code: 'TEMPLATE_MISPLACED', pointer }]);
  });

  it('elsewhere is refused with its line, and with what to write instead', () => {
    const text = `roadtest: 1
name: mine
openings: {}
controls:
  activate:
    by: command
    command:
      - sh
      - -c
      - fleetctl activate {deviceId}
`;
    expect(() => parseProfile(text, 'mine.yaml')).toThrow(
      /mine\.yaml:10:\d+ TEMPLATE_MISPLACED .*own: "\{name\}", or "--option=\{name\}"; .* "\$1"/,
    );
  });
});

describe('a command', () => {
  const limited = (more: object): Control => ({ by: 'command', command: ['tick'], ...more });

  it.each([
    [{ environment: ['FLEETCTL_TOKEN', '_X1'] }, []],
    [{ environment: ['ROADTEST_API_KEY'] }, []],
    [{ environment: ['ROADTEST_*'] }, ['ENVIRONMENT_NAME_INVALID']],
    [{ environment: ['A=b'] }, ['ENVIRONMENT_NAME_INVALID']],
    [{ environment: ['__proto__'] }, []],
    [{ environment: 'PATH' }, ['WRONG_TYPE']],
    [{ timeout: 'PT1H' }, []],
    [{ timeout: 'PT1H1S' }, ['DURATION_TOO_LONG']],
    [{ timeout: `P${'9'.repeat(300)}W` }, ['DURATION_TOO_LONG']],
    [{ timeout: 'PT0S' }, ['DURATION_ZERO']],
  ])('with %j has the mistakes %j', (more, codes) => {
    expect(issuesOf(limited(more)).map(({ code }) => code)).toEqual(codes);
  });
});

describe('a value in the address of a request', () => {
  it.each([
    '/office/{deviceId}/{channel}?times={count}',
    'https://office.example:8443/v1/{deviceId}',
    'http://[::1]:8080?device={deviceId}',
    '/b%C3%BCro/v{count}/x',
  ])('is part of the path or of the query: %s', (url) => {
    expect(issuesOf(http(url))).toEqual([]);
  });

  it.each([
    ['http://{deviceId}/limits', 'TEMPLATE_MISPLACED'],
    ['https://{channel}.office.example/', 'TEMPLATE_MISPLACED'],
    ['https://office.example:{count}/', 'TEMPLATE_MISPLACED'],
    ['{channel}://office.example/', 'TEMPLATE_MISPLACED'],
    ['https://me:pass@office.example/', 'CONTROL_URL_INVALID'],
    ['//office.example/x', 'CONTROL_URL_INVALID'],
    ['/\\office.example/x', 'CONTROL_URL_INVALID'],
    ['https:/office.example/x', 'CONTROL_URL_INVALID'],
    ['file:///etc/passwd', 'CONTROL_URL_INVALID'],
    ['javascript:alert(1)', 'CONTROL_URL_INVALID'],
    ['office/x', 'CONTROL_URL_INVALID'],
    ['?x={count}', 'CONTROL_URL_INVALID'],
    ['/office/../admin', 'CONTROL_URL_INVALID'],
    ['/office/%2E%2e/admin', 'CONTROL_URL_INVALID'],
    ['/office/a b', 'CONTROL_URL_INVALID'],
    ['/office#{deviceId}', 'CONTROL_URL_INVALID'],
    ['https://office.example:99999/', 'CONTROL_URL_INVALID'],
    ['https://', 'CONTROL_URL_INVALID'],
  ])('is nothing else: %s is %s', (url, code) => {
    expect(issuesOf(http(url))).toEqual([{ code, pointer: '/controls/send/url' }]);
  });
});
