/**
 * The shipped stories, and cases from the field, each with its public report: each leaves the log that it left before, and keeps
 * what it promises.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { playStory } from '../../scenarios/index.ts';
import { createSimulator, type SimulatorOptions } from '../../simulator/index.ts';
import { launchHere } from '../command/roadtest.ts';
import { LONG } from '../sample.ts';
import digests from './digests.json' with { type: 'json' };

/** One whose size is its point is played so far: until most of its vehicles have reported. */
const parts: { readonly [name: string]: readonly string[] } = { 'rush-hour': ['--until', '07:01'] };

const json = async (words: readonly string[]) => JSON.parse((await launchHere(words).ended).out);

it('have a file and a digest each', () => {
  const filesOf = (folder: string) => readdirSync(new URL(folder, import.meta.url), { recursive: true });
  const files = [...filesOf('../../scenarios/library'), ...filesOf('field').map((file) => `field/${file}`)];
  const written = files.map(String).filter((file) => file.endsWith('.yaml'));
  expect(Object.keys(digests).sort()).toEqual(written.map((file) => file.replace('.yaml', '')).sort());
});

describe.each(Object.entries(digests))('%s', (name, digest) => {
  it('leaves the same log, with each expectation met and each entry set off', LONG, async () => {
    const story = name.startsWith('field/') ? fileURLToPath(new URL(`${name}.yaml`, import.meta.url)) : name;
    const played = await json(['play', story, '--report', 'json', ...(parts[name] ?? [])]);
    const { expectations, neverSetOff, finished, standing } = played;
    const kept = finished ? ['met'] : ['met', 'open'];
    const missed = expectations.filter(({ state }: { state: string }) => !kept.includes(state));
    expect({ missed, neverSetOff, finished }).toEqual({
      missed: [],
      neverSetOff: [],
      finished: parts[name] === undefined,
    });
    expect(standing.met).toBeGreaterThan(1);
    expect(played.digest).toBe(digest);
  });
});

/** Rules of the document that a service may break, and the story that shows it. */
const broken: readonly [what: string, rules: SimulatorOptions['rules'], story: string][] = [
  ['a token is not needed', { needsToken: () => false }, 'first-day'],
  ['a token counts for ever', { tokenInForce: () => true }, 'expiry'],
  ['a token ends a minute early', { tokenInForce: (ends, now) => now < ends - 60_000 }, 'expiry'],
  ['an expired device goes on sending', { takesAlerts: () => true }, 'expiry'],
  ['a new device takes a licence that is not there', { licenceOfNewDevice: () => 'used' }, 'licence-crunch'],
  [
    'what came last is the last location',
    { becomesLast: (_order, _time, receivedAt, _last, before) => receivedAt >= before },
    'tunnel',
  ],
];

describe('a story of the library fails where a rule that it shows is broken', () => {
  it.each(broken)('%s', async (_, rules, story) => {
    const simulator = createSimulator({ ...(rules && { rules }) });
    const { standing } = await playStory(story, { simulator });
    simulator.stop();
    expect(standing.failed).toBeGreaterThan(0);
  });
});
