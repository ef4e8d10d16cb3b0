/** The reports of `roadtest verify` for programs: no build takes a run that failed for one that held. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Run } from '../../contracts/verify/run.ts';
import { cli, demo, deployed, folder, nowhere } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const schema = readFileSync(new URL('../command/formats/junit.xsd', import.meta.url), 'utf8');
const REPORTS = 'json,junit,github,html,text,markdown';
const files = ['run.json', 'junit.xml', 'github.txt', 'report.html', 'report.txt', 'report.md'];

async function reported(url: string, ...words: string[]) {
  const output = mkdtempSync(join(folder, 'out-'));
  const ran = await cli(['verify', url, '--reporter', REPORTS, '--output', output, ...words], { env: demo });
  const read = (file: string) => readFileSync(join(output, file), 'utf8');
  const { errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: read('junit.xml') },
    schema,
  });
  expect(errors).toEqual([]);
  const run = JSON.parse(read('run.json')) as Run;
  return { ...ran, output, read, run, junit: read('junit.xml'), github: read('github.txt') };
}

type Reported = Awaited<ReturnType<typeof reported>>;

/** The attributes of the elements of a name. */
function elementsOf(xml: string, name: string): { [attribute: string]: string }[] {
  const elements = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name)];
  return elements.map((one) =>
    Object.fromEntries([...one.attributes].map(({ name: key, value }) => [key, value])),
  );
}

/** Each format that a program reads names the reason. */
function expectReason({ junit, github, read }: Reported, reason: RegExp) {
  const [root] = elementsOf(junit, 'testsuites');
  const broken = [...elementsOf(junit, 'failure'), ...elementsOf(junit, 'error')];
  expect(Number(root?.failures) + Number(root?.errors)).toBe(broken.length);
  expect(broken.map(({ message }) => message).join()).toMatch(reason);
  expect(github).toMatch(reason);
  for (const file of ['report.html', 'report.txt', 'report.md']) expect(read(file)).toMatch(reason);
}

describe('a run that fails', () => {
  it.runIf(inTurn())('names a requirement that is not met in every report', async () => {
    const { url } = await deployed();
    const ran = await reported(url, '--only', 'token/issued', '--require', 'pass>=500');
    expect(ran.code).toBe(3);
    expect(ran.run.unmet).toEqual(['Required is pass>=500; it was 1.']);
    expectReason(ran, /[Rr]equired is pass(>|&gt;|\\u003e)=500; it was 1/);
  });

  it.runIf(inTurn())('has a failure for an opening that drifted', async () => {
    const { url } = await deployed();
    const profile = join(folder, 'drifted.yaml');
    writeFileSync(profile, 'roadtest: 1\nname: drifted\nopenings:\n  token.lifetime: PT8H\n');
    const ran = await reported(url, '--only', 'token/', '--profile', profile);
    expect(ran.code).toBe(4);
    expectReason(ran, /PT8H/);
  });
});

it.runIf(inTurn())('times in JUnit are shares of the time that the run took', async () => {
  const { url } = await deployed();
  const { junit } = await reported(url, '--only', 'auth/header-required,token/');
  const [root] = elementsOf(junit, 'testsuites');
  const sum = (name: string) => elementsOf(junit, name).reduce((all, { time }) => all + Number(time), 0);
  for (const name of ['testsuite', 'testcase'])
    expect(sum(name)).toBeLessThanOrEqual(Number(root?.time) + 1e-6);
});

it.runIf(inTurn())('a failure that the baseline accepts reads as accepted while the run lasts', async () => {
  const { url } = await deployed({ deviate: 'users/countries-listed' });
  const baseline = join(folder, 'accepted.yaml');
  writeFileSync(baseline, '- id: users/countries-listed\n');
  const { code, out, err } = await cli(['verify', url, '--only', 'users/countries', '--baseline', baseline]);
  expect(code).toBe(0);
  expect(err).toContain('accepted users/countries-listed');
  expect(`${out}${err}`).not.toMatch(/✘|fail users/);
});

it.runIf(inTurn())('a run that cannot begin leaves no report of the run before it', async () => {
  const { url } = await deployed();
  const failing = [
    [await nowhere()],
    ['no address'],
    [url, '--profile', 'nowhere.yaml'],
    [url, '--require', 'unknown'],
  ];
  for (const words of failing) {
    const { output } = await reported(url, '--only', 'token/issued');
    const args = ['verify', ...words, '--reporter', REPORTS, '--output', output];
    expect(await cli(args, { env: demo })).toMatchObject({ code: 2 });
    for (const file of files) {
      const text = existsSync(join(output, file)) ? readFileSync(join(output, file), 'utf8') : '';
      expect(text, `${file} after ${words.join(' ')}`).not.toContain(url);
    }
  }
});

it.runIf(inTurn())('a PATCH that is never taken says nothing of texts', async () => {
  const { url } = await deployed({
    onReply: (reply, { method, target }) =>
      method === 'PATCH' && target.startsWith('/api/groups') ? { ...reply, status: 404, body: '{}' } : reply,
  });
  const { run } = await reported(url, '--only', 'groups/');
  const drifted = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
  for (const opening of ['records.text', 'records.unknown-fields']) expect(drifted).not.toContain(opening);
});
