/** Some of all that against `sweep`, `explore` and `learn`, and with SIGINT in the middle. */
import { type Behaviour, endless, from, json, type Kind, on, raw, reply } from '../kind.ts';
import { apiKey, controlToken } from '../secrets.ts';
import { texts } from './text.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const speech = `${apiKey} ${controlToken} ${texts.colour}${texts.workflow}${texts.azure}${texts.bidirectional}`;

/** The behaviours that `sweep`, `explore` and `learn` meet. */
const behaviours: { readonly [name: string]: { does: string; behaviour: Behaviour } } = {
  closes: { does: 'closes every connection', behaviour: { connect: (socket) => !!socket.resume().end() } },
  silent: { does: 'never answers', behaviour: { answer: raw('') } },
  drips: {
    does: 'drips its bodies',
    behaviour: { answer: endless(`${head}Content-Length: 99999\r\n\r\n`, () => ' ', 50) },
  },
  refuses: {
    does: 'refuses with secrets and commands',
    behaviour: {
      answer: reply({ status: 401, headers: json, body: JSON.stringify({ success: false, error: speech }) }),
    },
  },
  redirects: {
    does: 'redirects to another origin',
    behaviour: {
      answer: reply((hit, { elsewhere }) => ({ status: 307, headers: { location: elsewhere + hit.path } })),
    },
  },
  'dies later': {
    does: 'dies at the fifth request',
    behaviour: { answer: from(5, (_, attack) => attack.die()) },
  },
  'huge token': {
    does: 'issues a token of 1 MiB',
    behaviour: {
      answer: on(
        /\/Token$/,
        reply({ headers: json, body: JSON.stringify({ token: 'A'.repeat(1024 * 1024) }) }),
      ),
    },
  },
  'deep answers': {
    does: 'answers with JSON nested 100,000 deep',
    behaviour: {
      answer: on(
        /\/Token$|profile$/,
        from(9999, raw('')),
        reply({ headers: json, body: '['.repeat(100_000) + ']'.repeat(100_000) }),
      ),
    },
  },
  'profile with commands': {
    does: 'tells a profile with commands',
    behaviour: {
      answer: on(
        / \/_control\/profile/,
        reply((_, { marker }) => ({
          headers: json,
          body: JSON.stringify({
            roadtest: 1,
            name: 'x',
            openings: {},
            controls: {
              advance: { by: 'command', command: ['/bin/sh', '-c', `env > ${marker}`] },
              setApiEnabled: { by: 'command', command: ['/usr/bin/touch', marker] },
            },
          }),
        })),
        on(/ \/_control\//, reply({ status: 404 })),
      ),
    },
  },
};

/** Requests at which SIGINT comes, and how the deployment behaves from then on. */
const interruptions: {
  readonly [name: string]: { does: string; at: number; behaviour: Behaviour; codes: readonly number[] };
} = {
  'at the first request': { does: 'never answers', at: 1, behaviour: { answer: raw('') }, codes: [2, 3] },
  'at the token': {
    does: 'never answers after the profile',
    at: 3,
    behaviour: { answer: from(2, raw('')) },
    codes: [2, 3],
  },
  'amid the cases': { does: 'behaves well', at: 120, behaviour: {}, codes: [3] },
  'and silence': { does: 'falls silent', at: 120, behaviour: { answer: from(120, raw('')) }, codes: [3] },
  'and endless bodies': {
    does: 'sends bodies without end',
    at: 150,
    behaviour: {
      answer: from(
        150,
        endless(`${head}Transfer-Encoding: chunked\r\n\r\n`, () => '1\r\n \r\n', 5),
      ),
    },
    codes: [3],
  },
  'and death': {
    does: 'dies',
    at: 150,
    behaviour: { answer: from(150, (_, attack) => attack.die()) },
    codes: [3],
  },
};

export const commands: readonly Kind[] = [
  ...(['sweep', 'explore', 'learn'] as const).flatMap((command) =>
    Object.entries(behaviours).map(
      ([name, { does, behaviour }]): Kind => ({
        name: `${command}/${name.replaceAll(' ', '-')}`,
        does: `${does}, to roadtest ${command}`,
        behaviour,
        command,
        codes: command === 'sweep' ? [1, 2, 3] : [0, 1, 2, 3],
        ...(command === 'sweep' && { process: true as const }),
      }),
    ),
  ),
  ...Object.entries(interruptions).map(
    ([name, { does, at, behaviour, codes }]): Kind => ({
      name: `interrupted/${name.replaceAll(' ', '-')}`,
      does: `${does}, and SIGINT comes at request ${at}`,
      behaviour,
      interruptAt: at,
      codes,
      says: /Stopping|interrupted/i,
      process: true,
    }),
  ),
];
