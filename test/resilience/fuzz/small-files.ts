/** Baselines and credentials files: refused with a code, or read into what they say. */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../../../cli/command.ts';
import { givenCredentials } from '../../../cli/verifying/credentials.ts';
import { parseBaseline } from '../../../contracts/report/baseline-file.ts';
import { ReportError } from '../../../contracts/report/errors.ts';
import { testIo } from '../../cli/world.ts';
import { areaOf, expectCoded } from './fuzz.ts';
import { mutatedText, mutatedTree } from './mutate.ts';

const goodBaselines = [
  '# known\n- id: limits/stops-at-limit/sms\n  reason: Ticket 17\n- id: groups/replaced\n',
  '[{"id": "token/issued", "reason": "x"}, {"id": "groups/replaced"}]',
];

export const baselines = areaOf({
  name: 'fuzz-baselines',
  draw: (chance) => (chance.below(2) === 0 ? mutatedText : mutatedTree)(chance.pick(goodBaselines), chance),
  use(text) {
    try {
      for (const { id } of parseBaseline(text, 'fuzz.yaml')) {
        if (typeof id !== 'string' || id === '') throw new Error('accepted an entry without an id');
      }
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      expectCoded(error);
      if (!/^fuzz\.yaml:\d/.test(error.message)) throw new Error(`no place: ${error.message}`);
    }
  },
});

const goodCredentials = [
  'ROADTEST_USER_NAME=demo\nROADTEST_API_KEY=demo-key\n',
  '# mine\nexport ROADTEST_USER_NAME="demo"\r\nROADTEST_API_KEY = \'demo key\'\r\n',
  '{"userName": "demo", "apiKey": "demo-key"}',
];

export const credentials = areaOf({
  name: 'fuzz-credentials',
  draw: (chance) => mutatedText(chance.pick(goodCredentials), chance),
  async use(text) {
    const file = join(tmpdir(), `roadtest-fuzz-${randomUUID()}`);
    writeFileSync(file, text, { mode: 0o600 });
    try {
      const given = await givenCredentials(file, testIo());
      if (!given?.userName || !given.apiKey) throw new Error('accepted without a user name or a key');
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      expectCoded(error);
      if (!error.message.includes(file)) throw new Error(`does not name the file: ${error.message}`);
    } finally {
      rmSync(file);
    }
  },
});
