/** The container image: what it runs are commands, options and routes that there are. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../cli/commands/table.ts';
import { parse } from '../../cli/parse.ts';
import { definition } from '../../simulator/control/schemas/index.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** The instructions of the image that is shipped, one line each. */
const instructions = () =>
  (
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  )
    .replace(/\\\n\s*/g, '')
    .split('\n');
const wordsOf = (name: string): string[] =>
  JSON.parse(/\[.*\]$/.exec(instructions().find((line) => line.startsWith(name)) ?? '')?.[0] ?? '[]');

it('serves on every network in a container, as a user without rights', async () => {
  expect(wordsOf('ENTRYPOINT')).toEqual(['roadtest']);
  const [name = '', ...words] = wordsOf('CMD');
  const parsed = parse(await (commands[name] ?? expect.fail(name))(), words);
  expect(parsed).toMatchObject({ options: { host: '0.0.0.0', port: 4010 } });
  expect(instructions()).toContain('EXPOSE 4010');
  expect(instructions()).toContain('USER node');
});

it('is healthy when the service answers', () => {
  const path = /4010\/_control(\/\w+)/.exec(wordsOf('HEALTHCHECK').at(-1) ?? '')?.[1];
  expect(Object.keys(definition)).toContain(`GET ${path}`);
});
