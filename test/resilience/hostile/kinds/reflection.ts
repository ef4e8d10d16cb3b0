/** Deployments that send secrets back, in every encoding and every place. */
import { type Answer, changed, foreign, from, json, type Kind, on, raw, reply } from '../kind.ts';
import { apiKey, controlToken, encodingsOf, userName } from '../secrets.ts';

const encodings = encodingsOf(apiKey);
const others = encodingsOf(controlToken);
const all = [...Object.values(encodings), ...Object.values(others)];
const line = all.join(' ; ');
const header = all.filter((text) => /^[\x20-\x7e]*$/.test(text)).join(' ; ');
const tokenCall = /POST .*\/Token$/;

const refusing = (error: unknown) =>
  reply({ status: 401, headers: json, body: JSON.stringify({ success: false, error }) });

/** The secrets that came with the request. */
const sent: Answer = changed(({ status, headers }, hit) => {
  const echo = JSON.stringify({ headers: hit.headers, body: hit.body, path: hit.path });
  return status >= 400 ? { headers: { ...headers, ...json }, body: echo } : {};
});

const places: { readonly [name: string]: { does: string; answer: Answer; codes: readonly number[] } } = {
  'later-errors': {
    does: 'in the errors that follow the token',
    answer: changed(({ status, headers }) =>
      status >= 400
        ? { headers: { ...headers, ...json }, body: JSON.stringify({ detail: line, previous: all }) }
        : {},
    ),
    codes: [0, 1, 3],
  },
  headers: {
    does: 'in headers of every answer',
    answer: changed(({ headers }) => ({
      headers: { ...headers, 'x-echo': header, 'set-cookie': `a=${header}`, etag: header },
    })),
    codes: [0],
  },
  keys: {
    does: 'as the keys of a refusal',
    answer: foreign(
      reply({
        status: 401,
        headers: json,
        body: JSON.stringify(Object.fromEntries(all.map((text) => [text, text]))),
      }),
    ),
    codes: [1, 2],
  },
  names: {
    does: 'as the names of groups and users',
    answer: changed(({ body }) => ({
      body: body.replace(
        /"name":"(?:[^"\\]|\\.)*"/g,
        `"name":${JSON.stringify(line)}`.replaceAll('$', '$$$$'),
      ),
    })),
    codes: [1],
  },
  ids: {
    does: 'as ids of devices',
    answer: on(/GET .*\/devices$/, reply({ headers: json, body: JSON.stringify(all.map((id) => ({ id }))) })),
    codes: [1, 3, 4],
  },
  tokens: {
    does: 'as the token',
    answer: on(tokenCall, reply({ headers: json, body: JSON.stringify({ token: apiKey }) })),
    codes: [1],
  },
  claims: {
    does: 'in the claims of the token',
    answer: on(
      tokenCall,
      reply(() => ({
        headers: json,
        body: JSON.stringify({
          token: `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ key: apiKey, sub: userName, exp: 4e9 })).toString('base64url')}.c2lnbmF0dXJl`,
        }),
      })),
    ),
    codes: [1],
  },
  location: {
    does: 'in the address of a redirect',
    answer: reply({
      status: 302,
      headers: { location: `https://example.com/?${encodings.percent}&${encodings.form}&${controlToken}` },
    }),
    codes: [2],
  },
  'status-text': {
    does: 'behind its status',
    answer: raw(`HTTP/1.1 500 ${header}\r\nContent-Length: 0\r\n\r\n`),
    codes: [2],
  },
  'content-type': {
    does: 'as its content type',
    answer: from(6, raw(`HTTP/1.1 500 No\r\nContent-Type: ${header}\r\nContent-Length: 0\r\n\r\n`)),
    codes: [1, 3],
  },
  page: {
    does: 'in a page of HTML',
    answer: foreign(reply({ headers: { 'content-type': 'text/html' }, body: `<p>${line}<p>` })),
    codes: [2],
  },
  'what-was-sent': { does: 'by repeating requests in its errors', answer: sent, codes: [0, 1, 3] },
  'cut-in-two': {
    does: 'at the edge of what a record keeps',
    answer: changed(({ status, headers }) =>
      status >= 400
        ? {
            headers: { ...headers, ...json },
            body: JSON.stringify({ detail: 'x'.repeat(16_365) + apiKey + line }),
          }
        : {},
    ),
    codes: [0, 1, 3],
  },
  'control-errors': {
    does: 'in errors of the control API',
    answer: on(
      / \/_control\/(?!profile)/,
      reply({
        status: 400,
        headers: json,
        body: JSON.stringify({ code: controlToken, error: line, hint: line }),
      }),
    ),
    codes: [0, 3],
  },
};

export const reflection: readonly Kind[] = [
  ...Object.entries(encodings).map(
    ([encoding, text]): Kind => ({
      name: `reflection/${encoding.replaceAll(' ', '-')}`,
      does: `refuses the credentials and repeats the API key: ${encoding}`,
      behaviour: { answer: foreign(refusing(`The key ${text} of ${userName} is wrong`)) },
      codes: [2],
      says: /CREDENTIALS_REFUSED/,
      quick: true,
    }),
  ),
  ...Object.entries(places).map(
    ([name, { does, answer, codes }]): Kind => ({
      name: `reflection/in-${name}`,
      does: `repeats the secrets ${does}`,
      behaviour: { answer },
      codes,
    }),
  ),
];
