/** Whatever form a secret has in a text, it does not leave. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inVariable, placeholders } from '../../contracts/kit/placeholders.ts';
import { Redactor, textsOf } from '../../contracts/kit/redact.ts';
import { collectGarbage } from '../garbage.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** A redactor with secrets. */
function hiding(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.hide(secret, '<SECRET>');
  return redactor;
}

/** The same for the same length, with nothing in it twice. */
function longText(length: number): string {
  let text = '';
  for (let number = 1; text.length < length; number++)
    text += `${((number * 2_654_435_761) % 4_294_967_296).toString(36)}-`;
  return text.slice(0, length);
}

function tokenOf(claims: object): string {
  const part = (value: object) => utf8(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${part({ signature: claims })}`;
}

/** Every way to write a secret that is looked for. */
const encodings: { readonly [name: string]: (secret: string) => string } = {
  plain: (secret) => secret,
  JSON: inJson,
  'an address': encodeURIComponent,
  'an address in lower case': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
  'a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
  base64: (secret) => utf8(secret).toString('base64'),
  base64url: (secret) => utf8(secret).toString('base64url'),
  'base64 in JSON': (secret) => JSON.stringify(utf8(secret).toString('base64')),
  'base64 in an address': (secret) => encodeURIComponent(utf8(secret).toString('base64')),
};

const characters = fc.oneof(
  fc.constantFrom(...'ak3Z-_.~'),
  fc.constantFrom(...'"\\/%+&= $()[*?{|^<'),
  fc.constantFrom('\n', '\r', '\t', '\b', '\f', '\u001b', '\u202e', '\ufeff', 'ü', '€', '😀', '車'),
);
const secrets = fc
  .array(characters, { minLength: 4, maxLength: 40 })
  .map((parts) => parts.join(''))
  // A text of one character says nothing, and what is the beginning of an escape is read as one.
  .filter((secret) => new Set(secret).size > 2);
const around = fc.string({ unit: fc.constantFrom(...'abz019 .,:;{}[]"/=&-_\n'), maxLength: 30 });

describe('A hidden text', () => {
  it.each(Object.entries(encodings))('does not come through as %s', (_, encode) => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        const redactor = new Redactor();
        redactor.hide(secret, '#');
        const form = encode(secret);
        // The rest may form the secret anew only out of the text around it.
        if (`${before}#${after}`.includes(form)) return;
        const shown = redactor.text(`${before}${form}${after}`);
        expect(shown).toContain('#');
        expect(shown.replaceAll('#', '\0')).not.toContain(form);
      }),
      { numRuns: 30 },
    );
  });

  it('does not come through in base64 behind the name of its user', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'fleet', apiKey: 'open-sesame' });
    const value = utf8('fleet:open-sesame').toString('base64');
    expect(redactor.text(`x ${value} y`)).toBe('x $ROADTEST_USER_NAME:$ROADTEST_API_KEY y');
  });
});

const signed = tokenOf({ sub: 'x' });
const [header = '', payload = ''] = signed.split('.');
const encrypted = `${signed}.second.third`;
const scattered = (number: number) => String.fromCharCode(32 + (((number * 2_654_435_761) >>> 8) % 95));
const twice = (text: string) => [text, text] as const;

/** The secret that is hidden, the text that comes, and what is shown of it. */
const rows: readonly (readonly [what: string, hidden: readonly string[], text: string, shown: string])[] = [
  [
    'what would mean something as a pattern',
    ['.*.*', '[^a]{2}', '$&$1'],
    'Saw .*.*, aXb(c, [^a]{2} and $&$1.',
    'Saw <SECRET>, aXb(c, <SECRET> and <SECRET>.',
  ],
  ['the whole of what overlaps', ['abcdef', 'defghi'], 'x abcdefghi y', 'x <SECRET> y'],
  ['what overlaps itself', ['aaaa'], 'aaaaaaa', '<SECRET>'],
  [
    'secrets that differ in little',
    ['abcd', 'ibcd', 'qbcd', 'ybcd'],
    'abcd ibcd qbcd ybcd',
    '<SECRET> <SECRET> <SECRET> <SECRET>',
  ],
  [
    'nothing where there is none',
    ['not in there'],
    ...twice('{"name":"Truck \\n 1","url":"a%20b&amp;c","keys":12}'),
  ],
  ['parts of a token alone, but for its header', [signed], `${header} ${payload}`, `${header} <SECRET>`],
  [
    'a token that it never saw by its form',
    [],
    `a=${signed};b=${signed}.second.third, eyJ.no.token`,
    'a=$ROADTEST_TOKEN;b=$ROADTEST_TOKEN, eyJ.no.token',
  ],
  ['an encrypted token whole', [], `a ${encrypted} b`, 'a $ROADTEST_TOKEN b'],
  [
    'as much of a longer one as is a token',
    [],
    `a ${encrypted}.more b`,
    'a $ROADTEST_TOKEN.second.third.more b',
  ],
  [
    'an encrypted token whose key was agreed on before',
    [],
    `a ${header}..${encrypted.split('.').slice(2).join('.')} b`,
    'a $ROADTEST_TOKEN b',
  ],
  ['no beginning of a token with dots behind it', [], ...twice(`a ${header}... b ${header}.x.y c`)],
  [
    'a header of eight characters, and no shorter one',
    [],
    'eyJabcd.xy.z eyJabcde.xy.z',
    'eyJabcd.xy.z $ROADTEST_TOKEN',
  ],
  ['a token behind another name with a dot', [], `log.${signed}`, 'log.$ROADTEST_TOKEN'],
  [
    'a token behind a name with a dash, but not what begins like one',
    [],
    `next-${signed} next-eyJabcd.xy.z`,
    'next-$ROADTEST_TOKEN next-eyJabcd.xy.z',
  ],
  [
    'each of two tokens with a dot between them',
    [],
    `${signed}.${signed}`,
    '$ROADTEST_TOKEN.$ROADTEST_TOKEN',
  ],
  [
    'no names with dots, and no token without its end',
    [],
    ...twice(`service-one.service-two.service-three eyJ ${header}.${payload}`),
  ],
  ['no part of a name with dots', ['a-key.example.com'], ...twice('tracking-service.example.com')],
  ['what begins inside of what looks like a placeholder', ['RET>-behind'], '<SECRET>-behind', '<SEC<SECRET>'],
  ['in a form what cannot be written in UTF-8', ['ab \ud800 cd'], 'key=ab+%EF%BF%BD+cd', 'key=<SECRET>'],
  [
    'values by the names of their fields, also where the text was cut',
    [],
    '{"apiKey":"a\\"b","access_token" : "c","Password":"d","tokens":"e","name":"f","client-secret":"g',
    '{"apiKey":"<REDACTED>","access_token" : "<REDACTED>","Password":"<REDACTED>","tokens":"e","name":"f","client-secret":"<REDACTED>',
  ],
  [
    'no variable that is the whole value',
    [],
    `{"token":"${inVariable('OUR_TOKEN')}","secret":"x${inVariable('OUR_TOKEN')}"}`,
    '{"token":"<$OUR_TOKEN>","secret":"<REDACTED>"}',
  ],
];

describe('The redactor hides', () => {
  it.each(rows)('%s', (_, hidden, text, shown) => {
    const redactor = hiding(...hidden);
    expect(redactor.text(text)).toBe(shown);
    expect(redactor.text(shown), 'as it passes again').toBe(shown);
  });

  it.each([
    ...['accessKey', 'apiKey', 'authorization', 'passphrase', 'password', 'userPassword', 'privateKey'],
    ...['secret', 'client_secret', 'secretKey', 'secret-key', 'token', 'refreshToken', 'ROADTEST_API_KEY'],
  ])("the value of %s, also where no other name in the text is a secret's", (name) => {
    expect(new Redactor().text(`{"name":"kept","${name}":"value"}`)).toBe(
      `{"name":"kept","${name}":"<REDACTED>"}`,
    );
  });

  it('fields that it was told of, also where the text has but one of them', () => {
    const redactor = new Redactor();
    for (const field of ['pin', 'door code', 'puk']) redactor.hideField(field);
    expect(redactor.text('{"pin":"1234"}')).toBe('{"pin":"<REDACTED>"}');
    expect(redactor.text('{"puk":"1234"}')).toBe('{"puk":"<REDACTED>"}');
  });

  it.each(['Authorization', 'Cookie', 'Proxy-Authorization', 'Set-Cookie', 'X-Api-Key', 'X-Control-Token'])(
    'the header %s whatever is in it',
    (name) => {
      const shown = new Redactor().headers({ [name]: 'word', [name.toLowerCase()]: 'x$ROADTEST_TOKEN' });
      expect(shown).toEqual({ [name]: '<REDACTED>', [name.toLowerCase()]: '<REDACTED>' });
    },
  );

  it('headers by their names, and says how they authorize', () => {
    const redactor = hiding('a-secret');
    redactor.hide('garbage', '<never a token>');
    const kept = { 'cookie-law': 'read', 'my-cookie': 'none', accept: 'text/plain' };
    const given = {
      ...kept,
      Authorization: 'Bearer abc',
      'proxy-authorization': 'Basic abc',
      'x-echo': 'a-secret',
    };
    const shown = {
      Authorization: 'Bearer $ROADTEST_TOKEN',
      'proxy-authorization': 'Basic <REDACTED>',
      'x-echo': '<SECRET>',
    };
    expect(redactor.headers(given)).toEqual({ ...kept, ...shown });
    for (const value of ['Bearer <never a token>', 'Basic <SECRET>'])
      expect(redactor.headers({ authorization: value.replace('<SECRET>', 'a-secret') })).toEqual({
        authorization: value,
      });
  });

  it('the user name where it is a credential, and a short key by its name alone', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'o"neill', apiKey: 'abc' });
    expect(
      redactor.text('{"userName":"o\\"neill"} {"userName":"other"} 616263 YWJj abc {"apiKey":"abc"}'),
    ).toBe(
      '{"userName":"$ROADTEST_USER_NAME"} {"userName":"other"} 616263 YWJj abc {"apiKey":"$ROADTEST_API_KEY"}',
    );
    redactor.hideCredentials({ userName: 'demo', apiKey: 'a-key' });
    expect(redactor.text('demo demo:a-key')).toBe('demo $ROADTEST_USER_NAME:$ROADTEST_API_KEY');
    const line = `curl -d '{"userName":"'"$ROADTEST_USER_NAME"'","apiKey":"'"$ROADTEST_API_KEY"'"}'`;
    expect(redactor.text(line)).toBe(line);
  });

  it.each(['hx7/Qk+bZp0Q&wE9', 'key with blanks'])(
    'the beginning of the key %s where a text was cut',
    (apiKey) => {
      const redactor = new Redactor();
      redactor.hideCredentials({ userName: 'demo', apiKey });
      for (const form of [apiKey, encodeURIComponent(apiKey), utf8(apiKey).toString('base64')])
        for (const kept of [8, 11])
          expect(redactor.text(`name "${form.slice(0, kept)}…" (9 more)`)).toBe(
            `name "${placeholders.apiKey}…" (9 more)`,
          );
      expect(redactor.text(`${apiKey.slice(0, 7)}… and hx7…`)).toBe(`${apiKey.slice(0, 7)}… and hx7…`);
    },
  );

  it('the value of a field, also where another secret is that value and what follows it', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'demo', apiKey: 'a-key-of-ours' });
    redactor.hide('a-key-of-ours"}', '<WRONG_API_KEY>');
    expect(redactor.text('{"apiKey":"a-key-of-ours"}')).toBe('{"apiKey":"$ROADTEST_API_KEY"}');
    expect(redactor.text('{"apiKey":"a-key-of-ours\\"}"}')).toBe('{"apiKey":"<WRONG_API_KEY>"}');
  });

  it('texts and names inside of values', () => {
    expect(hiding('a-secret').deep({ 'x-a-secret': ['a-secret', 1, null, { b: 'an a-secret' }] })).toEqual({
      'x-<SECRET>': ['<SECRET>', 1, null, { b: 'an <SECRET>' }],
    });
  });

  it('each of two that stand side by side, by its own placeholder, and leaves placeholders alone', () => {
    const redactor = hiding('abcdef', '$ROAD');
    redactor.hide('uvwxyz', '<OTHER>');
    expect(redactor.text('abcdefuvwxyz $ROADTEST_TOKEN$ROADTEST_TOKEN')).toBe(
      '<SECRET><OTHER> $ROADTEST_TOKEN$ROADTEST_TOKEN',
    );
  });
});

describe('What a profile writes out', () => {
  const office = () => {
    const redactor = hiding('office', 'open-sesame');
    redactor.leave(
      textsOf({
        url: '/backoffice/units/{id}',
        reads: { office: '/office/is' },
        headers: { 'X-A': 'the office' },
      }),
    );
    redactor.leave(textsOf({ body: { state: 'open-sesame' }, other: '/open-sesame-street' }));
    return redactor;
  };

  it.each([
    ['stays as part of an address', ...twice('/backoffice/units/5')],
    ['stays as a name in JSON', ...twice('{"office":1}')],
    [
      'is hidden elsewhere',
      'the office, in the office, /front-office/units',
      'the <SECRET>, in the <SECRET>, /front-<SECRET>/units',
    ],
    ['is hidden in another form', 'b2ZmaWNl /backoffice/units/', '<SECRET> /backoffice/units/'],
    ['is hidden as the value of a secret field', '{"token":"office"}', '{"token":"<SECRET>"}'],
    [
      'is hidden where it is nothing but the secret',
      '{"state":"open-sesame"} open-sesame',
      '{"state":"<SECRET>"} <SECRET>',
    ],
    ['stays in a longer text', ...twice('GET /open-sesame-street')],
  ])('%s', (_, text, shown) => expect(office().text(text)).toBe(shown));
});

describe('The beginning of a text', () => {
  it.each([0, 1, 20])('that ends %i characters before a secret has nothing of it', (distance) => {
    const text = `${'x'.repeat(50)}${' '.repeat(distance)}a-secret and more`;
    expect(hiding('a-secret').text(text, 50)).toBe('x'.repeat(50));
  });

  it('is given of a text without secrets, also where that was seen before', () => {
    const redactor = hiding('a-secret');
    for (const most of [undefined, 4, 10])
      expect(redactor.text('no secrets', most)).toBe('no secrets'.slice(0, most));
  });

  it.each([200, 3_000, 12_000])('has nothing of a secret of %i characters at its end', (length) => {
    const secret = longText(length);
    const text = `${'x'.repeat(950)}${secret}${'y'.repeat(100_000)}`;
    expect(hiding(secret).text(text, 1_000)).toBe(`${'x'.repeat(950)}<SECRET>`);
  });
});

describe('Much of it', () => {
  it('is hidden: a secret of a mebibyte', () => {
    const secret = longText(1 << 20);
    expect(hiding(secret).text(`a ${secret} b`)).toBe('a <SECRET> b');
  });

  it('is hidden: thousands of tokens', () => {
    const tokens = Array.from({ length: 1_000 }, (_, number) => tokenOf({ number }));
    expect(hiding(...tokens).text(tokens.join(' '))).toBe(tokens.map(() => '<SECRET>').join(' '));
  });

  it('takes no form of a very long secret into memory', () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const redactor = hiding(...[1, 2, 3, 4].map((number) => `${number}`.repeat(2 ** 20)));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 2 ** 20);
    expect(redactor.text('none of them')).toBe('none of them');
  });

  it('is searched to the end, or hidden, where texts and secrets were made to take long', () => {
    const redactor = hiding(...Array.from({ length: 500 }, (_, number) => `secret-${number}-${number}`));
    for (const piece of [
      'eyJ',
      '"token":"',
      'eyJabcdefgh.',
      '\\u0065yJ',
      '"token"   ',
      'secret-',
      '\\\\\\"',
      '&#',
    ])
      expect(redactor.text(piece.repeat(10_000)).length).toBeGreaterThan(0);
    // Each of them is looked at wherever the last three characters are.
    const alike = Array.from({ length: 1_073 }, (_, number) => `${String.fromCharCode(97 + 8 * number)}bcd`);
    const costly = `plain ${'\u9001bcd'.repeat(10_000)} {"token":"${'\u9001bcd'.repeat(1_000)}abcd"} abcd`;
    expect(hiding(...alike).text(costly)).toBe('<SECRET>');
  });

  it('takes no empty part of a token for a secret', () => {
    const text = Array.from({ length: 1 << 16 }, (_, number) => scattered(number)).join('');
    expect(hiding(`${header}.${payload}.`).text(text)).toBe(text);
  });
});
