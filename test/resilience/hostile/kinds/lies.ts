/** Answers that are well formed and not true: of another request, different each time, and lies about time. */
import { type Answer, changed, from, json, type Kind, on, reply, signedIn } from '../kind.ts';

const clock = (body: (hit: number) => unknown): Answer =>
  on(
    / \/_control\/clock/,
    reply((hit) => ({ headers: json, body: JSON.stringify(body(hit.number)) })),
  );

const control: { readonly [name: string]: { does: string; answer: Answer; codes?: readonly number[] } } = {
  'clock-backwards': {
    does: 'names an earlier moment with each call',
    answer: clock((n) => ({
      now: new Date(Date.UTC(2026, 0, 5) - n * 3_600_000).toISOString(),
      frozen: true,
      speed: 1,
    })),
  },
  'clock-huge': {
    does: 'names a moment beyond all numbers',
    answer: clock(() => ({ now: 1e308, frozen: 'no', speed: -1e308 })),
  },
  'clock-nonsense': {
    does: 'names no moment',
    answer: clock(() => ({ now: '\u001b[31mpwned', frozen: null, speed: {} })),
  },
  'clock-null': { does: 'answers null', answer: clock(() => null) },
  'clock-stands': {
    does: 'says that it advanced and does not',
    answer: on(
      /POST \/_control\/clock\/advance/,
      reply({ headers: json, body: '{"now":"2026-01-05T08:00:00Z","happened":[],"counts":{},"digest":""}' }),
    ),
  },
  'clock-fails': {
    does: 'fails at each advance',
    answer: on(/POST \/_control\/clock\/advance/, reply({ status: 500, headers: json, body: '{}' })),
  },
  'million-devices': {
    does: 'tells of a hundred thousand devices',
    answer: on(
      /GET \/_control\/devices$/,
      reply(() => ({
        headers: json,
        body: JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id }))),
      })),
    ),
  },
  'deep-account': {
    does: 'tells of an account nested 100,000 deep',
    answer: on(
      / \/_control\/account/,
      reply({ headers: json, body: '['.repeat(100_000) + ']'.repeat(100_000) }),
    ),
  },
  'account-of-nonsense': {
    does: 'tells of licences without number',
    answer: on(
      / \/_control\/account/,
      reply({
        headers: json,
        body: '{"apiEnabled":"maybe","licences":{"total":1e400,"used":-5,"available":"all"}}',
      }),
    ),
  },
  'limits-of-nonsense': {
    does: 'tells of limits that are none',
    answer: on(
      / \/_control\/devices\/[^/]+\/limits/,
      reply({
        headers: json,
        body: '{"expires":"\u202epwned","dailyEmail":-1e308,"dailySms":{},"usage":null}',
      }),
    ),
  },
  'all-is-well': {
    does: 'answers every call of the control API with an empty object',
    answer: on(/ \/_control\/(?!profile)/, reply({ headers: json, body: '{}' })),
  },
};

export const lies: readonly Kind[] = [
  {
    name: 'lies/long-ids',
    does: 'gives each group an id of half a megabyte',
    behaviour: {
      answer: changed(({ body }) => ({
        body: body.replace(/"grp-(\d+)"/g, (_, id) => `"grp-${id}${'0'.repeat(500_000)}"`),
      })),
    },
    codes: [1, 3, 4],
    process: true,
  },
  ...Object.entries(control).map(
    ([name, { does, answer, codes = [0, 1, 3] }]): Kind => ({
      name: `control/${name}`,
      does: `its control API ${does}`,
      behaviour: { answer },
      codes,
    }),
  ),
  {
    name: 'crossed/previous',
    does: 'answers each request from the 20th on with the answer to the one before',
    behaviour: {
      answer: from(
        20,
        changed((made, _, { memory }) => {
          const before = memory.get('previous') ?? made.body;
          memory.set('previous', made.body);
          return { body: before };
        }),
      ),
    },
    codes: [1, 3],
  },
  {
    name: 'crossed/another-operation',
    does: 'answers with groups where users are asked for, and the other way round',
    behaviour: {
      answer: async (hit) => {
        const swapped = hit.path.replace(/\/(groups|users)\b/, (_, one) =>
          one === 'groups' ? '/users' : '/groups',
        );
        hit.send(await hit.honest(swapped));
      },
    },
    codes: [1, 3],
  },
  {
    name: 'crossed/random',
    does: 'answers one of three requests with an answer that it gave at some other time',
    behaviour: {
      answer: from(
        20,
        changed((made, { number }, { memory, random }) => {
          memory.set(`${number}`, made.body);
          const kept = [...memory.values()];
          return random() < 0.33 ? { body: kept[Math.floor(random() * kept.length)] ?? made.body } : {};
        }),
      ),
    },
    codes: [1, 3],
  },
  {
    name: 'changing/always',
    does: 'answers each request with other JSON than the last one',
    behaviour: {
      answer: signedIn(
        reply(({ number }) => ({
          status: [200, 201, 400, 404, 500][number % 5] ?? 200,
          headers: json,
          body:
            [`{"id":${number}}`, '[]', 'null', `"${number}"`, `[{"id":"${number}"}]`, 'true', '{'][
              number % 7
            ] ?? '',
        })),
      ),
    },
    codes: [1, 3],
  },
  {
    name: 'changing/status',
    does: 'gives one of five answers the wrong status',
    behaviour: {
      answer: from(
        20,
        changed((_made, _hit, { random }) => (random() < 0.2 ? { status: 500 } : {})),
      ),
    },
    codes: [1, 3],
  },
  {
    name: 'changing/empty',
    does: 'gives one of five answers no body',
    behaviour: {
      answer: from(
        20,
        changed((_made, _hit, { random }) => (random() < 0.2 ? { body: '' } : {})),
      ),
    },
    codes: [1, 3],
  },
];
