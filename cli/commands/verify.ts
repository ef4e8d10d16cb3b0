/** `roadtest verify`: checks a deployment against every rule of the document, and nothing else. */
import { defineCommand } from '../command.ts';
import { verifyOptions } from '../verifying/options.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: 'Check a deployment against every rule of the interface document; one run at a time on an account',
  positionals: [
    { name: 'BASE_URL', summary: 'base address of the deployment, such as http://127.0.0.1:4010' },
  ],
  options: verifyOptions,
  examples: [
    { line: 'roadtest verify http://127.0.0.1:4010', does: 'A simulator started by roadtest serve' },
    { line: 'roadtest verify http://127.0.0.1:4010/w/checkout', does: 'One of the worlds on such a server' },
    {
      line: 'roadtest verify https://staging.example.com -o staging.yaml',
      does: 'A deployment: its profile is learned first, and kept',
    },
    {
      line: 'roadtest verify https://staging.example.com --profile staging.yaml --reporter text,junit --output out',
      does: 'The same, in CI',
    },
    {
      line: 'roadtest verify https://staging.example.com --plan',
      does: 'Print what it would send, without sending it',
    },
    { line: 'roadtest verify http://127.0.0.1:4010 --only limits/ --skip limits/usage', does: 'Some rules' },
  ],
  async run({ args: [address], options }, io) {
    const { verifyOnce } = await import('../verifying/run.ts');
    return verifyOnce(address, options, io);
  },
});
