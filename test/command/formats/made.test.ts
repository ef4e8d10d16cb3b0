/** Records of runs made by hand in each format: what a run on one deployment never shows beside each other. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Outlet } from '../../../cli/outlet.ts';
import { plain, terminalColours } from '../../../contracts/kit/palette.ts';
import { concluded, parseRequirement } from '../../../contracts/report/exit.ts';
import { type ReporterName, reporters } from '../../../contracts/report/index.ts';
import { notices } from '../../../contracts/report/summary.ts';
import { outcomeLine, progressLine } from '../../../contracts/report/text.ts';
import { redactedRun } from '../../../contracts/verify/redacted.ts';
import type { Outcome, Run, Verdict } from '../../../contracts/verify/run.ts';
import {
  annotationsIn,
  expectedOf,
  expectInert,
  expectOnlySpans,
  junitFaults,
  junitIn,
} from './consumers.ts';
import { allPass, empty, everyVerdict, hostile, hostileText, interrupted, wholeRun } from './runs.ts';

const names = Object.keys(reporters) as ReporterName[];
const by = (name: ReporterName, run: Run, options = {}) => reporters[name].render(run, options);
/** A run as it ends where its baseline has what it accepts, and the entries that are stale. */
const conclude = (run: Run, ...required: string[]) => {
  const accepted = run.outcomes.filter((one) => one.accepted).map(({ id }) => ({ id }));
  const baseline = [...accepted, ...run.staleBaseline.map((id) => ({ id }))];
  return concluded(run, { baseline, requirements: required.map(parseRequirement) });
};
const [pattern] = allPass.outcomes as [Outcome];

/** An outcome of each kind, by a word for it. */
const kinds = {
  pass: {},
  fail: { verdict: 'fail' },
  suspect: { verdict: 'suspect' },
  open: { verdict: 'inconclusive' },
  'left open': { verdict: 'inconclusive', leftOpen: true },
  'not offered': { verdict: 'not-applicable' },
  drift: { verdict: 'drift' },
  error: { verdict: 'error' },
  accepted: { verdict: 'fail', accepted: true },
} satisfies { [word: string]: Partial<Outcome> };
type Kind = keyof typeof kinds;

function runOf(words: readonly Kind[], change: Partial<Run> = {}): Run {
  const outcomes = words.map(
    (word, at): Outcome => ({
      ...pattern,
      id: `token/case-${at}` as never,
      rule: `token/case-${at}` as never,
      ...kinds[word],
    }),
  );
  return { ...empty, outcomes, ...change };
}
const drifted: Partial<Run> = { observations: everyVerdict.observations };

describe('exit codes', () => {
  const rows: {
    of: Kind[];
    also?: Partial<Run> & { observations?: 'drifted' };
    required?: string;
    code: number;
    why: string;
  }[] = parse(readFileSync(new URL('exits.yaml', import.meta.url), 'utf8'));
  test.each(rows)(
    '$code of $of, where $required is required',
    ({ of, also = {}, required = '', code, why }) => {
      const { observations, ...change } = also;
      const run = runOf(of, { ...change, ...(observations && drifted) });
      const ended = conclude(run, ...(required === '' ? [] : [required]));
      expect(ended).toMatchObject({ exitCode: code, conclusion: expect.stringMatching(new RegExp(why)) });
      for (const name of names)
        expect.soft(by(name, ended).replace(/\s+/g, ' '), name).toContain(`${code}: `);
      // Whatever makes the command fail is a failure or an error for a build server.
      const { failures, errors } = junitIn(by('junit', ended)).held.all;
      expect(failures + errors > 0, 'junit').toBe(code !== 0);
      expect(annotationsIn(by('github', ended)).some(({ level }) => level === 'error')).toBe(
        code > 0 && (code !== 4 || required !== ''),
      );
    },
  );

  test.each(['', 'inconclusive', 'unknown=0', 'pass=', 'pass=-1', 'pass==0', 'constructor=0', 'judged>=x%'])(
    'the requirement "%s" is refused, with one that can be written',
    (text) => {
      const refused = { code: 'REQUIREMENT_INVALID', hint: expect.stringContaining('inconclusive=0') };
      expect(() => parseRequirement(text)).toThrow(expect.objectContaining(refused));
    },
  );
});

describe('junit', () => {
  test('its numbers are those of its elements, whatever came out', () => {
    const words = fc.array(fc.constantFrom(...(Object.keys(kinds) as Kind[])), { maxLength: 12 });
    const changes = fc.constantFrom<Partial<Run>>(
      {},
      drifted,
      { staleBaseline: ['token/case-0' as never] },
      { gone: true },
    );
    fc.assert(
      fc.property(words, changes, (drawn, change) => {
        const run = conclude(runOf(drawn, change));
        const { stated, held, cases } = junitIn(by('junit', run));
        expect(stated).toEqual(held);
        expect(expectedOf(run.outcomes)).toEqual(
          Object.fromEntries(
            cases
              .filter(({ suite }) => suite.startsWith('§'))
              .map(({ name, element, type }) => [name, `${element} ${type}`.trim()]),
          ),
        );
      }),
      { numRuns: 12 },
    );
  });

  test.each(Object.entries({ everyVerdict, empty }))('keeps to its schema: %s', async (_, run) =>
    expect(await junitFaults(by('junit', run))).toEqual([]),
  );

  test('its schema refuses what is wrong', async () => {
    const good = by('junit', everyVerdict);
    expect(await junitFaults(good.replace('failures=', 'broken='))).not.toEqual([]);
  });

  test('hostile texts are text', () => {
    const { cases, tags } = junitIn(by('junit', everyVerdict));
    const text = cases.find(({ name }) => name === 'groups/replaced')?.text ?? '';
    for (const name of ['markup', 'script', 'cdata', 'comment', 'emoji', 'quotes', 'entity', 'long'] as const)
      expect(text, name).toContain(hostile[name]);
    for (const shown of ['\\u0000\\u0007\\u001b[2J', 'half \\ud83d of one', '\\ufffe\\uffff'])
      expect(text).toContain(shown);
    for (const tag of ['img', 'script', 'b']) expect(tags).not.toContain(tag);
  });
});

describe('every report', () => {
  test.each(names)(
    '%s is made of the JSON report alone, is the same again, and ends its last line',
    (name) => {
      for (const run of [everyVerdict, allPass, empty, interrupted]) {
        const report = by(name, run);
        expect(by(name, structuredClone(run))).toBe(report);
        // Headers stand in the order of their names there.
        const words = (text: string) => text.split(/\W+/).toSorted();
        expect(words(by(name, JSON.parse(by('json', run))))).toEqual(words(report));
        if (report !== '') expect(report).toMatch(/\n$/);
      }
    },
  );

  const secret = 'k3y"with\u001b[7m<odd>&signs';
  const forms = [
    ...[secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
    ...['base64', 'base64url'].map((form) => Buffer.from(secret).toString(form as 'base64')),
    Buffer.from(`demo:${secret}`).toString('base64'),
  ];
  const attacks = [
    ...[
      '\u001b[2J',
      '\u001b]0;x\u0007',
      '\u009b1m',
      '\r',
      '\b',
      '\u202e',
      '\u2066',
      '\u200b',
      '\ufeff',
      '\u2028',
    ],
    ...[
      '\n::error::x',
      '\n##[command]x',
      '##vso[x]',
      '\u00a0::stop-commands::y',
      '\ud800',
      '\u{e0041}',
      '%0A::x',
    ],
    ...['<script>', ']]>', '&amp;', '"', "'", '`', '</style>', '-->', '|', '@all', '```\n', '</details>'],
  ];
  /** A run in which every text that a deployment can choose is this one. */
  const saying = (text: string): Run => ({
    ...everyVerdict,
    profile: text,
    warnings: [text],
    leftBehind: [`group ${text}`],
    outcomes: everyVerdict.outcomes.map((one) => ({ ...one, reason: text, expected: text, observed: text })),
    observations: everyVerdict.observations.map((seen) => ({ ...seen, observed: text, pinned: text })),
    exchanges: everyVerdict.exchanges.map((one) => ({
      ...one,
      request: { ...one.request, body: text },
      ...(one.reply && { reply: { ...one.reply, headers: { 'x-said': text }, body: text } }),
    })),
  });

  test('holds no secret and nothing that acts, whatever a deployment says, and can be parsed', () => {
    const drawn = fc
      .array(
        fc.oneof(
          fc.constantFrom(...forms, ...attacks),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
        ),
        {
          minLength: 1,
          maxLength: 8,
        },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(drawn, fc.boolean(), (text, coloured) => {
        const colours = terminalColours('c0ffee');
        const outlet = new Outlet(coloured ? colours : undefined);
        outlet.secrets.hideCredentials({ userName: 'demo', apiKey: secret });
        const run = redactedRun(saying(text), outlet.secrets);
        const options = { palette: coloured ? colours.palette : plain, width: 80 };
        for (const name of names) {
          const shown = outlet[reporters[name].kind](by(name, run, options));
          expectInert(name, shown);
          for (const form of forms) expect(shown, name).not.toContain(form.slice(-16));
          if (name === 'json') JSON.parse(shown);
          if (name === 'junit') junitIn(shown);
          if (name === 'github') annotationsIn(shown);
          if (name === 'markdown') expectOnlySpans(shown);
        }
      }),
      { numRuns: 2 },
    );
  });

  test.each(['test', 'name', 'class', 'failure'])(
    'keeps its form where the key is a word of it: %s',
    (key) => {
      const outlet = new Outlet();
      outlet.secrets.hideCredentials({ userName: 'demo', apiKey: key });
      const run = redactedRun(everyVerdict, outlet.secrets);
      const shown = (name: ReporterName) => outlet[reporters[name].kind](by(name, run));
      expect(junitIn(shown('junit')).cases.map(({ name }) => name)).toEqual(
        junitIn(by('junit', everyVerdict)).cases.map(({ name }) => name),
      );
      const verdicts = ({ outcomes }: Run) => outcomes.map(({ id, verdict }) => `${id} ${verdict}`);
      expect(verdicts(JSON.parse(shown('json')))).toEqual(verdicts(everyVerdict));
      expect(annotationsIn(shown('github')).map(({ title }) => title)).toEqual(
        annotationsIn(by('github', everyVerdict)).map(({ title }) => title),
      );
    },
  );
});

describe('json', () => {
  test('is the record as it is, with the same bytes however its objects were put together', () => {
    expect(JSON.parse(by('json', everyVerdict))).toEqual(everyVerdict);
    const turned = JSON.parse(JSON.stringify(everyVerdict), (_, value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(by('json', turned)).toBe(by('json', everyVerdict));
    const [first] = everyVerdict.exchanges;
    const headers = JSON.parse('{"__proto__":"x"}');
    const odd = { ...empty, exchanges: first ? [{ ...first, request: { ...first.request, headers } }] : [] };
    expect(by('json', odd)).toContain('"__proto__": "x"');
  });
});

describe('github', () => {
  test('has failures first, and one line alone where all holds', () => {
    const titles = annotationsIn(by('github', everyVerdict)).map(({ level, title }) => `${level} ${title}`);
    expect(titles).toEqual([
      ...['error fail: limits/stops-at-limit/sms', 'error fail: groups/replaced'],
      ...['error BASELINE_STALE: token/renewal', 'error error: users/created-is-listed'],
      ...['error suspect: auth/bearer-accepted/readGroup', 'warning drift: token/expires-iso-utc'],
      ...['warning drift: token.lifetime', 'error left open: users/countries-listed', 'warning roadtest'],
      ...['warning roadtest', 'warning not reached: 2', 'warning not reached: 1', 'notice exit code'],
    ]);
    expect(by('github', allPass)).toMatch(
      /^::notice title=exit code::0: all that could be reached holds; [^\n]*\n$/,
    );
  });

  test('an answer that pretends to be escaped comes back as it was, cut where it is long', () => {
    const [, { message } = { message: '' }] = annotationsIn(by('github', everyVerdict));
    expect(message).toContain('x%0A::error::owned\n::error file=a,line=1::owned');
    expect(message.length).toBeLessThan(3_100);
  });
});

describe('markdown', () => {
  test('fits a chat, however much there is to say', () => {
    const failing = wholeRun().outcomes.map((one) => ({
      ...one,
      verdict: 'fail' as const,
      expected: hostileText,
      observed: hostileText,
    }));
    const text = by(
      'markdown',
      conclude({ ...everyVerdict, outcomes: failing, warnings: [hostileText, hostileText] }),
    );
    expect(text.length).toBeLessThan(4_000);
    expect(text).toMatch(/- … and 2\d\d more, in the other reports\n/);
    expect(text).toMatch(/\nExit code `1: failure of \S+, .* and \d+ more; .*`\n$/);
    expect(by('markdown', allPass)).toMatch(/^### ✔ Everything judged holds\n/);
  });
});

describe('text', () => {
  const text = by('text', everyVerdict, { width: 100 });

  test('says what wants attention, the worst last, and groups what was not reached by what is missing', () => {
    const order = [...text.matchAll(/^[^ \w] (\S+(?: open)?) {2}/gm)].map(([, word]) => word);
    expect(order).toEqual([
      ...['accepted', 'left open', 'drift', 'drift', 'suspect', 'error', 'BASELINE_STALE', 'fail', 'fail'],
    ]);
    expect(text).toMatch(/~ suspect {2}auth\/bearer-accepted\/readGroup\n {2}reason {4}GET \/api\/groups\/1/);
    expect(text).toMatch(/◌ left open {2}users\/countries-listed\n {2}reason {4}An unknown id /);
    expect(text).toContain('Not reached  3, by what is missing');
    expect(text).toContain(
      '? 2: a profile with a way to bring time forward; a longer wait than the run allows',
    );
    expect(text).toContain('! Created and not removed again: group <img');
  });

  test('has at most 60 lines where one rule is broken, however much was not reached', () => {
    const one = everyVerdict.outcomes.find(({ verdict }) => verdict === 'fail') as Outcome;
    const open = wholeRun().outcomes.map(
      (outcome, at): Outcome => ({
        ...outcome,
        verdict: 'inconclusive',
        unlock: [`controls.${['advance', 'send', 'activate'][at % 3]}`, `known.device${at % 12}`],
      }),
    );
    const lines = by('text', conclude({ ...everyVerdict, outcomes: [one, ...open] }), { width: 100 });
    expect(lines.split('\n').length).toBeLessThanOrEqual(60);
  });

  test('counts the statuses in its last lines', () => {
    expect(by('text', everyVerdict, { width: 200 })).toContain(
      '✘ 2 fail · ! 1 error · ~ 1 suspect · ≠ 1 drift · ◌ 1 left open · ? 3 not reached · ○ 1 accepted · – 1 not offered · ✔ 3 pass',
    );
    expect(text).toMatch(
      /Exit code 1: [\s\S]*; 6 of 13\s+judged, 1 of these by status alone; \d+ left\s+out\s+by --only or --skip/,
    );
  });

  test('is short where all holds', () => {
    const lines = by('text', wholeRun()).split('\n');
    expect(lines.length).toBeLessThan(20);
    expect(lines.join('\n')).not.toContain('✘');
  });

  test('says of a deployment that went away after which request', () => {
    const away = wholeRun();
    const exchanges = away.exchanges.map(({ reply, ...rest }, at) => ({
      ...rest,
      ...(at < 75 && reply && { reply }),
    }));
    expect(by('text', { ...away, exchanges, gone: true })).toContain(
      `it went away after request 75 of ${exchanges.length}.`,
    );
  });

  // Lines to be pasted are not broken: the terminal folds them. Nor is what is made harmless at last.
  const mayBeWide =
    /curl -|^\s+-H |^\s+-X |^\s+--|^\s+'?https?:\/\/|ROADTEST_TOKEN=|^ {4,}[\w.]+: |\\u00(3a|23)/;
  test.each([50, 100])('keeps to %i columns, but for lines to paste', (width) => {
    for (const run of [everyVerdict, empty])
      for (const line of by('text', run, { width }).split('\n'))
        if (!mayBeWide.test(line)) expect(line.length, line).toBeLessThanOrEqual(width);
  });

  test('says the same with colours as without', () => {
    const { palette, shown } = terminalColours('c0');
    const coloured = shown(by('text', everyVerdict, { width: 100, palette }), (it) => it);
    expect(coloured).not.toBe(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are made of
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text);
  });
});

test('progress shows how far the run is and what came last, in one line that is never too wide', () => {
  const failed = everyVerdict.outcomes.find(({ verdict }) => verdict === 'fail') as Outcome;
  expect(progressLine(50, 200, failed)).toBe(' 50/200  ✘ limits/stops-at-limit/sms');
  expect(progressLine(0, 0, undefined)).toContain('0/0');
  for (let width = 1; width < 90; width += 4)
    for (const last of [undefined, failed]) {
      const line = progressLine(7, 200, last, { width });
      expect(line.length).toBeLessThanOrEqual(width);
      expect(line).not.toContain('\n');
    }
  expect(outcomeLine(pattern)).toBeUndefined();
  expect(outcomeLine(failed)).toMatch(/^✘ fail limits\/stops-at-limit\/sms: Expected nothing/);
  expect(outcomeLine({ ...failed, reason: hostile.long }, { width: 50 })).toHaveLength(50);
});

test('notices say once what was left behind for the same reason', () => {
  const why = 'the API has no operation that removes one';
  const leftBehind = [
    `device dev-11: ${why}`,
    `device dev-12: ${why}`,
    'group grp-$&: it was answered 500',
    'user usr-1',
  ];
  expect(notices({ ...allPass, leftBehind })).toEqual([
    `Created and not removed again: device dev-11, dev-12: ${why}; group grp-$&: it was answered 500; user usr-1`,
  ]);
});

test('the words of the page follow what came out', () => {
  const title = (run: Run) => /<title>(.*?) · /.exec(by('html', run))?.[1];
  const only = (verdict: Verdict) => everyVerdict.outcomes.filter((one) => one.verdict === verdict);
  const titles: [string, Run][] = [
    ['2 failures', everyVerdict],
    ['Every rule holds', wholeRun()],
    ['Everything judged holds', allPass],
    ['Nothing was judged', empty],
    ['Ended early', { ...allPass, interrupted: true }],
    ['Too much stayed open', { ...allPass, exitCode: 3 }],
    ['The baseline is stale', { ...allPass, staleBaseline: ['token/case-0' as never] }],
    ['No rule is broken, but there is drift', { ...allPass, ...drifted }],
    ['Every failure is accepted', runOf(['accepted'], { exitCode: 0 })],
    ['The suite broke in 1 case', { ...allPass, outcomes: only('error') }],
  ];
  expect(titles.map(([, run]) => title(run))).toEqual(titles.map(([words]) => words));
});
