/** The kinds of misbehaviour: each row another kind, with what a command must come to. */
import { gzipSync } from 'node:zlib';
import {
  type Answer,
  type Behaviour,
  changed,
  endless,
  foreign,
  from,
  honest,
  json,
  on,
  raw,
  reply,
  signedIn,
} from './deployment.ts';
import { apiKey, controlToken, encodingsOf } from './secrets.ts';

export type Command = 'verify' | 'explore' | 'learn' | 'sweep';

export interface Kind extends Behaviour {
  /** The deployment's behaviour, as the end of a sentence. */
  readonly what: string;
  /** The exit codes that are right, by command; the others are not run against it. */
  readonly ends: { readonly [C in Command]?: readonly number[] };
  /** The text that the person reads. */
  readonly says?: { readonly [C in Command]?: RegExp };
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
const body = '{"token":"abcdefgh","success":true}';
const KILOBYTE = 'x'.repeat(1024);
const DEEP = 100_000;
const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const token = /POST .*\/Token$/;

const answering = (status: number, text: unknown): Answer =>
  reply({ status, headers: json, body: JSON.stringify(text) });
const issuing = (text: string): Answer =>
  foreign(on(token, reply({ headers: json, body: `{"token":${text},"success":true}` })));
const encoded = (encoding: string, bytes: Buffer): Answer =>
  raw(
    Buffer.concat([
      Buffer.from(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
      bytes,
    ]),
  );
const elsewhere: Answer = reply((hit, attack) => ({
  status: 307,
  headers: { location: attack.elsewhere + hit.path },
}));
/** Tells a profile, as a simulator does, and has no other part of the control API. */
const telling = (fields: (marker: string, elsewhere: string) => object | string): Answer =>
  on(
    /GET \/_control\/profile/,
    reply((_, { marker, elsewhere: other }) => {
      const told = fields(marker, other);
      const whole = (part: object) => JSON.stringify({ roadtest: 1, name: 'hostile', openings: {}, ...part });
      return { headers: json, body: typeof told === 'string' ? told : whole(told) };
    }),
    foreign(honest),
  );

/** Draws on a terminal, turns text around, and speaks to build servers and browsers. */
const speech = [
  '\u001b[31mpwned\u001b[2J \u009b31m \u001b]8;;https://example.com\u001b\\pwned\u0007',
  'well\rpwned\u0008\u007f\u0000 \u202epwned\u2066 \u200fp\u200bw\ufeffn\u00ad \ud800',
  'one\u2028::error::pwned\u0085::error::pwned\n::add-mask::pwned\r\n::set-output name=a::pwned\n##[error]pwned',
  '##vso[task.setvariable variable=a]pwned <script>pwned()</script><img src=x onerror="pwned()">]]>--><!--',
].join('\n');
/** Each name and text of the answers but for ids, dates and tokens. */
const spoilt = (text: string, by: string) =>
  text.replace(
    /"(name|title|detail|description|type|error|code|field)":"(?:[^"\\]|\\.)*"/g,
    (_, field: string) => `"${field}":${JSON.stringify(by)}`,
  );
const encodings = [apiKey, controlToken].flatMap((secret) => Object.values(encodingsOf(secret)));
const secrets = encodings.join(' ; ');
const inHeader = encodings.filter((text) => /^[\x20-\x7e]*$/.test(text)).join(' ; ');

/** Ids that lead elsewhere in a path, draw on a terminal, or are of no type that ids have. */
const oddIds = [
  ...['../../_control/reset', '?a=b#c', '..', '', '\u001b[31mpwned', '\n::error::pwned', '--help', '\ud800'],
  ...['y'.repeat(50_000), 1e308, null, {}],
];
const claims = Buffer.from(JSON.stringify({ exp: 1e308, iat: -1e308, nbf: 'never', key: apiKey })).toString(
  'base64url',
);

/** Sets what all of these come to. */
function all(
  ends: Kind['ends'],
  rows: { readonly [what: string]: Answer | Behaviour },
  says?: Kind['says'],
): Kind[] {
  return Object.entries(rows).map(([what, row]) => ({
    ...(typeof row === 'function' ? { answer: row } : row),
    ...{ what, ends },
    ...(says && { says }),
  }));
}

/** A run that judged nothing: the deployment never gave a token. */
const dead = { verify: [2] } as const;
const deadToAll = { verify: [2], explore: [2], learn: [2], sweep: [1, 2] } as const;
/** It was met, and then went: nothing is proven. */
const gone = { verify: [3], explore: [3] } as const;
/** It issues tokens and is no such service: rules are broken, or nothing can be said. */
const odd = { verify: [0, 1, 3, 4] } as const;
const oddToAll = { verify: [0, 1, 3, 4], explore: [0, 1, 3], learn: [0] } as const;

/** Silence, and what never ends: a run waits most of its time. */
export const silences: readonly Kind[] = [
  ...all(deadToAll, { 'takes connections and reads nothing': { connect: (socket) => socket.pause() } }),
  ...all(dead, {
    'sends a body without an end': endless(`${head}Connection: close\r\n\r\n`, KILOBYTE.repeat(64)),
    'sends half a head': raw(head),
    'sends half a body': raw(`${chunked}40\r\n{"token":`),
    'drips its body for ever': endless(`${head}Content-Length: 999999\r\n\r\n`, ' ', 50),
    'sends headers without an end': endless(head, `X-More: ${KILOBYTE}\r\n`),
    'sends 100 Continue for ever': endless('', 'HTTP/1.1 100 Continue\r\n\r\n', 5),
  }),
  ...all(
    gone,
    {
      'falls silent at its 25th request': from(25, raw('')),
      'sends chunk after chunk from its 25th request on': from(
        25,
        endless(chunked, `400\r\n${KILOBYTE}\r\n`, 10),
      ),
      'dies at its 25th request': from(25, (_, attack) => attack.die()),
    },
    { verify: /suspect/i, explore: /\d+ of \d+ steps got an answer that can be judged/ },
  ),
];

export const kinds: readonly Kind[] = [
  ...all({ verify: [0], explore: [0], learn: [0], sweep: [0] }, { 'does nothing wrong': honest }),

  // Connections, and broken HTTP.
  ...all(deadToAll, { 'closes each connection': { connect: (socket) => socket.resume().end() } }),
  ...all(dead, {
    'answers with status 099': raw('HTTP/1.1 099 No\r\nContent-Length: 2\r\n\r\n{}'),
    'resets in the middle of a body': raw(`${head}Content-Length: 99\r\n\r\n{"tok`, 'reset'),
    'sends a chunk size beyond all numbers': raw(`${chunked}${'f'.repeat(40)}\r\n${body}`, 'end'),
    'sends controls and no names in its headers': raw(
      `${head}X: a\0b\x1b[31m\r\n: c\r\nContent-Length: 2\r\n\r\n{}`,
      'end',
    ),
    'floods with headers': raw(
      `HTTP/1.1 500 No\r\n${'Set-Cookie: a=b\r\n'.repeat(4_000)}Content-Length: 0\r\n\r\n`,
    ),
    'is an SSH server': { connect: (socket) => socket.resume().write('SSH-2.0-OpenSSH_9.6\r\n') },
  }),

  // Content codings.
  ...all(dead, {
    'names six content codings': encoded('gzip, br, gzip, br, gzip, br', gzipSync(body)),
    'sends a body that unpacks to 64 MiB': encoded('gzip', gzipSync(Buffer.alloc(1 << 26))),
    'says gzip and sends plain text': encoded('gzip', Buffer.from(body)),
  }),

  // Redirects.
  ...all(
    { verify: [2], learn: [2] },
    {
      'redirects everything to another origin': elsewhere,
      'redirects in a circle': reply({ status: 302, headers: { location: '/api' } }),
      'puts the secrets into headers and a redirect': reply({
        status: 302,
        headers: { etag: inHeader, location: `https://example.com/?${inHeader}` },
      }),
    },
    { verify: /REDIRECTED/ },
  ),
  ...all(
    { verify: [1, 3, 4], explore: [0, 1, 3] },
    { 'redirects what carries a token to another origin': signedIn(elsewhere) },
  ),
  ...all(odd, { 'redirects its control API to another origin': on(/ \/_control\/(?!profile)/, elsewhere) }),

  // TLS.
  ...all(
    dead,
    {
      'shows a certificate that nobody signed': { https: 'certificate' },
      'speaks plain HTTP at an https address': { https: 'plain' },
      'breaks off the handshake': {
        https: 'plain',
        connect: (socket) => socket.once('data', () => socket.resetAndDestroy()),
      },
    },
    { verify: /UNREACHABLE/ },
  ),

  // Statuses and pages.
  ...all(
    { verify: [2, 3], explore: [2, 3] },
    {
      'limits each request, until the year 9999': reply({
        status: 429,
        headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
      }),
    },
  ),
  ...all(
    deadToAll,
    {
      'is a page with scripts': foreign(
        reply({
          headers: { 'content-type': 'text/html' },
          body: '<script>pwned()</script><img src=x onerror=pwned()>',
        }),
      ),
    },
    { verify: /NOT_THE_API/ },
  ),

  // Tokens.
  ...all(odd, {
    'issues tokens with line ends, which would add headers': issuing('"abcdefgh\\r\\nX-Injected: yes"'),
    'issues tokens that no header can carry': issuing(`"\\ud800-\u{1f600}${'A'.repeat(1 << 20)}"`),
    [`issues tokens nested ${DEEP} deep`]: issuing(deep),
    'issues tokens that carry the key, and absurd times': issuing(`"eyJhbGciOiJub25lIn0.${claims}.c2ln"`),
  }),

  // JSON.
  ...all(odd, { [`answers with lists nested ${DEEP} deep`]: signedIn(reply({ headers: json, body: deep })) }),
  ...all(oddToAll, {
    'lists ids that lead elsewhere, draw, or are 50 kB long': on(
      /GET .*\/(devices|groups|users)$/,
      answering(
        200,
        oddIds.map((id) => ({ id, name: 'n' })),
      ),
    ),
  }),
  ...all(odd, {
    'answers with __proto__ in each object': changed((made) => ({
      body: made.body.replaceAll('{"', '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{}},"'),
    })),
    'gives each new group an id of 5 kB': changed((made) => ({
      body: made.body.replace(/"grp-(\d+)"/g, `"grp-$1${'0'.repeat(5_000)}"`),
    })),
  }),

  // Texts for effect, and secrets that come back.
  ...all(
    { verify: [2], learn: [2] },
    {
      'refuses with a text for effect': foreign(answering(401, { success: false, error: speech })),
      'repeats the secrets as it refuses them': foreign(
        answering(401, { success: false, error: secrets, [secrets]: encodings }),
      ),
    },
    { verify: /CREDENTIALS_REFUSED/ },
  ),
  ...all(
    { verify: odd.verify, explore: [0, 1, 3] },
    {
      'puts texts for effect into each name, title and error': changed((made) => ({
        body: spoilt(made.body, speech),
      })),
      'puts the secrets into each name, title and error': changed((made) => ({
        body: spoilt(made.body, secrets),
      })),
    },
  ),
  ...all(
    { verify: odd.verify, learn: [0] },
    {
      'echoes requests in its errors': changed(({ status, headers }, hit) =>
        status < 400
          ? {}
          : {
              headers: { ...headers, ...json },
              body: JSON.stringify({
                headers: hit.headers,
                body: hit.body,
                cut: 'y'.repeat(16_365) + apiKey,
              }),
            },
      ),
      'puts the secrets into errors of its control API': on(
        / \/_control\/(?!profile)/,
        answering(400, { code: controlToken, error: secrets, hint: secrets }),
      ),
    },
  ),

  // Lies.
  ...all(odd, {
    'tells of a clock that goes backwards, and of nonsense in its control API': on(
      / \/_control\/clock/,
      reply(({ number }) => ({
        headers: json,
        body: JSON.stringify({
          now: number % 3 === 0 ? 1e308 : new Date(4e12 - number * 3_600_000).toISOString(),
          frozen: 'no',
          speed: -1e308,
        }),
      })),
      on(
        / \/_control\/(?!profile)/,
        reply({ headers: json, body: '{"licences":{"total":1e400},"dailySms":{},"expires":"\u202epwned"}' }),
      ),
    ),
  }),

  // A profile that is told.
  ...all(oddToAll, {
    'tells a profile of commands and of calls elsewhere': telling((marker, other) => ({
      controls: {
        setApiEnabled: { by: 'command', command: ['/usr/bin/touch', marker] },
        advance: { by: 'command', command: ['/bin/sh', '-c', `env > ${marker}`] },
        send: {
          by: 'http',
          method: 'POST',
          url: `${other}/take`,
          headers: { authorization: 'Bearer {token}' },
        },
      },
    })),
  }),
  ...all(
    { verify: [2], explore: [2] },
    {
      'tells a profile whose base path is another host': telling((_, other) => ({
        basePath: `@${other.slice(7)}`,
      })),
    },
  ),
  ...all(
    { verify: [0, 2, 3] },
    {
      [`tells a profile nested ${DEEP} deep`]: telling(() => `{"roadtest":1,"name":${deep}}`),
      'tells a profile of 2 MB': telling(() => ({ description: 'y'.repeat(2_000_000) })),
      'tells a profile with texts for effect': telling(() => ({ name: speech, [speech]: 1 })),
    },
  ),
];
