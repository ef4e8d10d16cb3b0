/** Each field of a fixture: the installed server is started with it, and the API answers accordingly. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allMatched, fieldsIn, schemaOf, unmatched } from './listed.ts';
import { fixtureRows } from './rows/fixture-fields.ts';
import { serve, serviceOf } from './server.ts';

it('each field of the schema of fixtures has a row', async () => {
  const rows = fixtureRows.flatMap(({ shows }) => shows.map(([field]) => field));
  expect(unmatched(fieldsIn(await schemaOf('fixture')), rows)).toEqual(allMatched);
});

const file = (name: string): string => join(import.meta.dirname, `fixtures/${name}.yaml`);

describe.each(fixtureRows)('$fixture.yaml', ({ fixture, profile, asked, shows }) => {
  it('is served', async () => {
    const served = await serve([
      '--fixture',
      file(fixture),
      ...(profile ? ['--profile', file(profile)] : []),
    ]);
    const answers = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => {
        const { status, text } = await ask(serviceOf(served));
        return [name, `${status} ${text}`.replace(/^200 /, '')] as const;
      }),
    );
    await served.process.stop();
    const texts = new Map(answers);
    for (const [field, name, sign] of shows) expect.soft(texts.get(name), field).toMatch(sign);
  });
});
