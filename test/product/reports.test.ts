import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { oneIn } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { root } from './installed.ts';
import { allMatched, unmatched, wordsListed } from './listed.ts';
import { roadtest } from './run.ts';
import { type Served, serve } from './server.ts';

/** A rule that the deployment breaks. */
const broken = 'groups/created-is-listed';
const schema = readFileSync(join(root, 'test/command/formats/junit.xsd'), 'utf8');

async function junit(xml: string): Promise<string> {
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents: xml }, schema });
  expect(errors).toEqual([]);
  return xml;
}

async function html(_: string, file: string): Promise<string> {
  const browser = await sharedChromium();
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await page.goto(pathToFileURL(file).href);
  const text = await page.locator('body').innerText();
  await closeWindows(browser);
  expect(problems).toEqual([]);
  return text;
}

interface Report {
  file: string;
  /** Reads it as its consumer does; throws where that cannot read it. */
  read(text: string, file: string): string | Promise<string>;
  /** The failure, as the consumer sees it. */
  fails: RegExp;
}

/** Reports of `verify`. */
const verifying: { readonly [name: string]: Report } = {
  text: { file: 'report.txt', read: (text) => text, fails: /fail[\s\S]*groups\/created-is-listed/ },
  json: {
    file: 'run.json',
    read: (text) =>
      JSON.stringify(JSON.parse(text).outcomes.map(({ id, verdict }: Outcome) => `${id} ${verdict}`)),
    fails: /groups\/created-is-listed fail/,
  },
  junit: {
    file: 'junit.xml',
    read: junit,
    fails: /<testcase [^>]*name="groups\/created-is-listed"[^>]*>\s*<failure/,
  },
  html: { file: 'report.html', read: html, fails: /groups\/created-is-listed/ },
  github: {
    file: 'github.txt',
    // A line for each annotation, as the runner reads it.
    read: (text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => /^::(?:error|warning|notice) title=([^:,]+)::./.exec(line)?.[1] ?? expect.fail(line))
        .join('\n'),
    fails: /^fail%3A groups\/created-is-listed|fail: groups\/created-is-listed/,
  },
  markdown: {
    file: 'report.md',
    read: (text) => text,
    fails: /^### ✘ 1 failure\n[\s\S]*\n- ✘ fail `groups\/created-is-listed`: expected `/,
  },
};
interface Outcome {
  id: string;
  verdict: string;
}

/** Reports of `play`, of a story that does not keep what it promises. */
const playing: { readonly [name: string]: Pick<Report, 'read' | 'fails'> } = {
  text: { read: (text) => text, fails: /✗ users: 7: expected 7, got 1/ },
  json: { read: (text) => JSON.stringify(JSON.parse(text)), fails: /"state":"failed"/ },
  junit: { read: junit, fails: /<failure/ },
};
const story = `title: Seven users
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
expect: { users: 7 }
`;

describe('roadtest verify --reporter', () => {
  const folder = emptyFolder();
  let served: Served;
  beforeAll(async () => {
    served = await serve(['--frozen', '--deviate', broken]);
    const words = [
      '--only',
      'groups/created',
      '--reporter',
      Object.keys(verifying).join(','),
      '--output',
      folder,
    ];
    expect(await roadtest(['verify', served.baseUrl, ...words])).toMatchObject({ code: 1 });
  });

  it('has a row for each report', async () => {
    const listed = await wordsListed(['verify', served.baseUrl, '--reporter', 'no-such-report']);
    expect(unmatched(listed, Object.keys(verifying))).toEqual(allMatched);
  });

  it.each(oneIn(2, Object.entries(verifying)))('%s', async (_, { file, read, fails }) => {
    const path = join(folder, file);
    expect(await read(readFileSync(path, 'utf8'), path)).toMatch(fails);
  });
});

/** The same of a story on a deployment that asks for no token. */
describe('roadtest play --report', () => {
  it('has a row for each report', async () => {
    const listed = await wordsListed(['play', 'first-day', '--report', 'no-such-report']);
    expect(unmatched(listed, Object.keys(playing))).toEqual(allMatched);
  });

  it.each(oneIn(2, Object.entries(playing)))('%s', async (name, { read, fails }) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'story.yaml'), story);
    const { code, out } = await roadtest(['play', 'story.yaml', '--report', name], { cwd });
    expect(code).toBe(1);
    expect(await read(out, '')).toMatch(fails);
  });
});
