/** Deployments that pretend to be a simulator and tell a profile for effect. */
import { type Attack, json, type Kind, on, reply } from '../kind.ts';

type Told = (attack: Attack) => string;

const DEEP = 100_000;
const controlNames = [
  'setApiEnabled',
  'readLimits',
  'setLimits',
  'send',
  'activate',
  'readLicences',
  'createDevice',
  'advance',
];
const profile = (fields: object): string =>
  JSON.stringify({ roadtest: 1, name: 'hostile', openings: {}, ...fields });
const allControls = (control: object) => Object.fromEntries(controlNames.map((name) => [name, control]));

const told: { readonly [name: string]: { does: string; text: Told; codes: readonly number[] } } = {
  commands: {
    does: 'whose controls are commands',
    text: ({ marker }) =>
      profile({
        controls: allControls({
          by: 'command',
          command: ['/bin/sh', '-c', `env > ${marker}; touch ${marker}`],
        }),
      }),
    codes: [0, 1, 3],
  },
  'other-origin': {
    does: 'whose controls are calls of another origin',
    text: ({ elsewhere }) =>
      profile({
        controls: allControls({
          by: 'http',
          method: 'POST',
          url: `${elsewhere}/take`,
          headers: { authorization: 'Bearer {token}' },
        }),
      }),
    codes: [0, 1, 3],
  },
  'base-path-user': {
    does: 'whose base path turns the address into another host',
    text: ({ elsewhere }) => profile({ basePath: `@${elsewhere.slice(7)}` }),
    codes: [2],
  },
  'base-path-host': {
    does: 'whose base path is an address',
    text: ({ elsewhere }) => profile({ basePath: elsewhere }),
    codes: [2],
  },
  'base-path-slashes': {
    does: 'whose base path is the name of a host',
    text: ({ elsewhere }) => profile({ basePath: elsewhere.slice(5) }),
    codes: [2],
  },
  'base-path-up': {
    does: 'whose base path leads to the control API',
    text: () => profile({ basePath: '/../_control' }),
    codes: [2, 3],
  },
  'base-path-odd': {
    does: 'whose base path has a query and line ends',
    text: () => profile({ basePath: '/a?b#c\r\nX: y' }),
    codes: [2],
  },
  huge: { does: 'of 20 MB', text: () => profile({ description: 'x'.repeat(20_000_000) }), codes: [0, 2, 3] },
  'huge-known': {
    does: 'that names a million devices',
    text: () => profile({ known: { device: Array(100_000).fill('x') } }),
    codes: [0, 1, 2, 3],
  },
  deep: {
    does: 'nested 100,000 deep',
    text: () => `{"roadtest":1,"name":"x","openings":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
    codes: [0],
  },
  'deep-list': {
    does: 'that is a list nested 100,000 deep',
    text: () => `{"roadtest":1,"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
    codes: [0],
  },
  invalid: { does: 'that is none', text: () => '{"roadtest":1,"openings":17}', codes: [2] },
  'invalid-text': {
    does: 'with escape sequences for keys and values',
    text: () => profile({ '\u001b[31mpwned\n::error::pwned': 1, name: '\u202epwned\n##[error]pwned' }),
    codes: [0],
  },
  cut: {
    does: 'of which the second half is missing',
    text: () => profile({}).slice(0, 30),
    codes: [0, 1, 2, 3],
  },
  prototype: {
    does: 'with __proto__',
    text: () => '{"roadtest":1,"name":"x","openings":{},"__proto__":{"polluted":1}}',
    codes: [0, 1, 2, 3],
  },
  pointers: {
    does: 'with a pointer of 10 kB',
    text: () => profile({ openings: { 'records.names': { device: { id: '/'.repeat(10_000) } } } }),
    codes: [2],
  },
  version: {
    does: 'of a version that does not exist',
    text: () => '{"roadtest":1e308,"name":"x"}',
    codes: [2],
  },
  'name-text': {
    does: 'with a name for effect',
    text: () => profile({ name: '\u001b[31mpwned\n::error::pwned\n##[error]pwned \u202e' }),
    codes: [0, 1, 2, 3],
  },
};

export const profiles: readonly Kind[] = Object.entries(told).map(([name, { does, text, codes }]) => ({
  name: `profile/${name}`,
  does: `tells a profile ${does}`,
  behaviour: {
    answer: on(
      /GET \/_control\/profile/,
      reply((_, attack) => ({ headers: json, body: text(attack) })),
      on(/ \/_control\//, reply({ status: 404 })),
    ),
  },
  codes,
  ...(name !== 'huge' && { quick: true as const }),
}));
