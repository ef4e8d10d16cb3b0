/** Histories as stories: each is executed, on a simulator that follows the document and on one that does not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderStory } from '../../contracts/explore/as-story.ts';
import type { Failure } from '../../contracts/explore/exploration.ts';
import type { Step } from '../../contracts/play/steps.ts';
import { playStory } from '../../scenarios/play-story.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { createSimulator } from '../../simulator/index.ts';
import { historyFaults } from '../deviations/history/index.ts';
import { oneIn } from '../sample.ts';

const failureOf = (
  steps: readonly Step[],
  text = 'as it should be',
): Pick<Failure, 'broken' | 'expected' | 'observed' | 'steps'> => ({
  broken: [['groups/replaced']],
  expected: text,
  observed: text,
  steps: [...steps],
});

function textOf(steps: readonly Step[], said?: string): string {
  const story = renderStory({ tool: said ?? 'roadtest' }, failureOf(steps, said));
  if ('unwritten' in story) throw new Error(`not said: ${JSON.stringify(story.unwritten)}`);
  return story.text;
}

const of = { family: 'group', record: 1 } as const;
const device = 1;
const channel = 'sms';
const limit = (to: number | null): Step => ({ do: 'limit', device, channel, to });
const send = (count: number): Step => ({ do: 'send', device, channel, count });
const patch: Step = { do: 'update', fact: 'name', ...of };
const put: Step = { do: 'replace', ...of };
const read: Step = { do: 'read', ...of };

/** Histories by the fault that they show. */
const histories: { readonly [name: string]: readonly Step[] } = {
  'put-after-two-patches': [{ do: 'create', ...of }, patch, patch, put, read],
  'fourth-patch-clears': [
    { do: 'create', ...of },
    patch,
    patch,
    patch,
    { do: 'update', fact: 'name', ...of },
    read,
    { do: 'list', family: 'group' },
  ],
  'raise-after-zero': [{ do: 'device', device }, limit(4), limit(0), send(1), limit(2), send(1), send(2)],
  'second-night-keeps-sms': [
    { do: 'device', device },
    limit(2),
    send(2),
    { do: 'wait', hours: 30 },
    send(2),
    { do: 'wait', hours: 30 },
    send(1),
    { do: 'settings', device },
  ],
  'on-again-never-expires': [
    { do: 'device', device },
    { do: 'expiry', device, on: true, days: 4 },
    { do: 'expiry', device, on: false, days: null },
    { do: 'expiry', device, on: true, days: 4 },
    { do: 'wait', hours: 200 },
    { do: 'settings', device },
  ],
};

describe('a history as a story', () => {
  it.each(oneIn(2, Object.entries(histories)))(
    'shows %s, and nothing where the document is followed',
    async (name, steps) => {
      const text = textOf(steps);
      const lawful = createSimulator();
      const good = await playStory(text, { simulator: lawful });
      lawful.stop();
      expect(good.expectations.filter(({ state }) => state !== 'met')).toEqual([]);
      expect(good.expectations.length).toBeGreaterThan(0);
      const rules = historyFaults[name]?.rules?.();
      const broken = deviantSimulator({ ...(rules && { rules }) }, {});
      const bad = await playStory(text, { simulator: broken });
      broken.stop();
      expect(bad.passed).toBe(false);
    },
  );

  it('holds what a deployment says as literals and comments only', () => {
    const plain: unknown = parse(textOf([{ do: 'create', ...of }, read], ''));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (said) => {
        const text = `${said}\n- { apiAccess: off }`;
        const written = textOf([{ do: 'create', ...of }, read], text);
        expect(written).not.toMatch(/[\u2028\u2029\u202e\r]/);
        expect(parse(written)).toEqual({ ...Object(plain), summary: text });
      }),
    );
  });

  it('is none where the language cannot say a step', () => {
    const locate: Step = { do: 'locate', device, late: false };
    expect(renderStory({ tool: 'roadtest' }, failureOf([{ do: 'device', device }, locate]))).toEqual({
      unwritten: locate,
    });
  });
});
