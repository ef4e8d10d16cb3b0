import { readFileSync } from 'node:fs';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderJunit } from '../../contracts/report/junit.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { allPass, empty, everyVerdict, hostile, interrupted } from './runs.ts';

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

async function issues(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema });
  return errors.map(({ message }) => message);
}

function read(run: Run) {
  const document = new DOMParser().parseFromString(renderJunit(run), 'text/xml');
  const all = (name: string) => [...document.getElementsByTagName(name)];
  const within = (id: string) => all('testcase').find((element) => element.getAttribute('name') === id);
  return { document, all, within };
}

describe('the JUnit report', () => {
  it.each(Object.entries({ everyVerdict, allPass, empty, interrupted }))(
    'keeps to the schema: %s',
    async (_, run) => {
      expect(await issues(renderJunit(run))).toEqual([]);
    },
  );

  it('is held to a schema that refuses what is wrong', async () => {
    const good = renderJunit(everyVerdict);
    expect(await issues(good.replace('failures=', 'broken='))).not.toEqual([]);
    expect(await issues(good.replaceAll('testcase', 'test'))).not.toEqual([]);
    expect(await issues(good.replace('</testsuites>', ''))).not.toEqual([]);
  });

  it('has a suite for each section and a case for each outcome, with numbers that add up', () => {
    const { document, all } = read(everyVerdict);
    const sum = (name: string) =>
      all('testsuite').reduce((total, it) => total + Number(it.getAttribute(name)), 0);
    const root = document.documentElement;
    expect(all('testcase')).toHaveLength(everyVerdict.outcomes.length + 3);
    expect(sum('tests')).toBe(all('testcase').length);
    expect(sum('failures')).toBe(all('failure').length);
    expect(sum('errors')).toBe(all('error').length);
    expect(sum('skipped')).toBe(all('skipped').length);
    expect(root?.getAttribute('tests')).toBe(String(sum('tests')));
    expect(root?.getAttribute('failures')).toBe(String(sum('failures')));
    expect(root?.getAttribute('errors')).toBe('3');
    expect(root?.getAttribute('time')).toBe('1.840');
    expect(all('testsuite').map((it) => it.getAttribute('name'))).toEqual([
      'Suspect',
      '§ 2 Resources and fields',
      '§ 4 Endpoints',
      '§ 4.1 Token request',
      '§ 4.2 All other operations',
      '§ 5 Authentication',
      '§ 8 Limits',
      'Baseline',
      'Openings',
      'Conclusion',
    ]);
  });

  it.each([
    ['limits/stops-at-limit/sms', 'failure', 'fail'],
    ['users/created-is-listed', 'error', 'error'],
    ['auth/bearer-accepted/readGroup', 'error', 'suspect'],
    ['users/countries-listed', 'error', 'left-open'],
    ['auth/expired-refused/listDevices', 'skipped', 'inconclusive'],
    ['devices/posted-alert-is-taken', 'skipped', 'not-applicable'],
    ['token/expires-iso-utc', 'failure', 'drift'],
    ['limits/stops-at-limit/email', 'skipped', 'accepted'],
    ['token/renewal', 'failure', 'BASELINE_STALE'],
    ['token.lifetime', 'failure', 'drift'],
  ])('reports %s as %s', (id, element, type) => {
    const [reported] = [...(read(everyVerdict).within(id)?.getElementsByTagName(element) ?? [])];
    expect(reported?.getAttribute('type')).toBe(type);
  });

  it('says of a failure what was expected, what came, and how to see it again', () => {
    const text = read(everyVerdict).within('limits/stops-at-limit/sms')?.textContent;
    expect(text).toContain("Once the day's count has reached the limit");
    expect(text).toContain('expected: nothing sent once 3 of 3 have been sent');
    expect(text).toContain('observed: 1 sent, 0 withheld');
    expect(text).toContain('request alone: curl -i');
  });

  it('shows hostile texts as text', () => {
    const { within, all } = read(everyVerdict);
    const text = within('groups/replaced')?.textContent ?? '';
    for (const name of ['markup', 'script', 'cdata', 'comment', 'emoji', 'quotes', 'entity', 'long'] as const)
      expect(text).toContain(hostile[name]);
    expect(text).toContain('\\u0000\\u0007\\u001b[2J');
    expect(text).toContain('half \\ud83d of one');
    expect(text).toContain('\\ufffe\\uffff');
    expect(all('img')).toEqual([]);
    expect(all('script')).toEqual([]);
  });
});
