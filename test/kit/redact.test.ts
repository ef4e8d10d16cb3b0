/** Whatever form a secret has in a text, it does not leave. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inVariable, placeholders } from '../../contracts/kit/placeholders.ts';
import { Redactor } from '../../contracts/kit/redact.ts';
import { textsOf } from '../../contracts/kit/written-out.ts';
import { collectGarbage } from '../garbage.ts';
import { runs, turns } from '../sample.ts';

const inTurn = turns(2);

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const escapedByte = (byte: number, upper: boolean) => {
  const digits = byte.toString(16).padStart(2, '0');
  return `%${upper ? digits.toUpperCase() : digits}`;
};

/** Every way to write a secret that is looked for. The numbers decide what is left to choose. */
const encodings: { readonly [name: string]: (secret: string, chosen: readonly number[]) => string } = {
  plain: (secret) => secret,
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(1, -1),
  'JSON with escaped letters': (secret, chosen) =>
    secret.replace(/[\s\S]/g, (unit, at: number) =>
      chosen[at % chosen.length] === 0 && unit >= ' ' && !'"\\'.includes(unit)
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(unit).slice(1, -1),
    ),
  'an address': (secret) => encodeURIComponent(secret),
  'an address in lower case': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
  'an address with some characters escaped': (secret, chosen) =>
    [...secret]
      .map((character, at) =>
        chosen[at % chosen.length] === 0
          ? [...utf8(character)].map((byte) => escapedByte(byte, at % 2 === 0)).join('')
          : character === '%'
            ? '%25'
            : character,
      )
      .join(''),
  'an address in an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
  hexadecimal: (secret) => utf8(secret).toString('hex'),
  HEXADECIMAL: (secret) => utf8(secret).toString('hex').toUpperCase(),
  base64: (secret) => utf8(secret).toString('base64'),
  base64url: (secret) => utf8(secret).toString('base64url'),
  'base64 behind a user name': (secret, [length = 0]) =>
    utf8(`${'user'.repeat(3).slice(0, 1 + (length % 7))}:${secret}`).toString('base64'),
  'base64 in JSON': (secret) => JSON.stringify(utf8(secret).toString('base64')),
  'base64 in an address': (secret) => encodeURIComponent(utf8(secret).toString('base64')),
  markup: (secret) => secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
};

const characters = fc.oneof(
  fc.constantFrom('a', 'k', '3', 'Z', '-', '_', '.', '~'),
  fc.constantFrom('"', '\\', '/', '%', '+', '&', '=', ' ', '$', '(', ')', '[', '*', '?', '{', '|', '^', '<'),
  fc.constantFrom('\n', '\r', '\t', '\b', '\f', '\u001b', '\u202e', '\ufeff', 'ü', '€', '😀', '車'),
);
const secrets = fc
  .array(characters, { minLength: 4, maxLength: 40 })
  .map((parts) => parts.join(''))
  // A text of one character says nothing, and what is the beginning of an escape is read as one.
  .filter((secret) => new Set(secret).size > 2);
const around = fc.string({ unit: fc.constantFrom(...'abz019 .,:;{}[]"/=&-_\n'), maxLength: 30 });
const choices = fc.array(fc.nat(2), { minLength: 3, maxLength: 9 });

describe('a hidden text', () => {
  it.each(Object.keys(encodings))('does not come through as %s', (name) => {
    const encode = encodings[name] as (secret: string, chosen: readonly number[]) => string;
    fc.assert(
      fc.property(secrets, choices, around, around, (secret, chosen, before, after) => {
        const redactor = new Redactor();
        redactor.hide(secret, '#');
        const form = encode(secret, chosen);
        const shown = redactor.text(`${before}${form}${after}`);
        // The rest may form the secret anew only out of the text around it.
        if (`${before}#${after}`.includes(form)) return;
        expect(shown).toContain('#');
        expect(shown.replaceAll('#', '\0')).not.toContain(form);
        expect(shown.replaceAll('#', '\0')).not.toContain(secret);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the redactor', () => {
  const hiding = (...secrets: readonly string[]) => {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.hide(secret, '<SECRET>');
    return redactor;
  };

  it('takes a secret for a text, whatever it would mean as a pattern', () => {
    for (const secret of ['.*.*', 'a+b(c', '[^a]{2}', '^$|x', '\\d\\w', '$&$1'])
      expect(hiding(secret).text(`Saw ${secret}, aXb(c and 12.`)).toBe('Saw <SECRET>, aXb(c and 12.');
  });

  // Six bits a character: those at both ends hold bits of the secret and of its neighbours.
  it.each(['', 'u', 'us', 'use'].flatMap((before) => ['', ':', ':x', ':xy'].map((after) => [before, after])))(
    'leaves of base64 no character that holds a bit of the secret, and all others (%j before, %j after)',
    (before = '', after = '') => {
      const secret = 'open-sesame';
      const text = utf8(before + secret + after).toString('base64');
      const redactor = new Redactor();
      redactor.hide(secret, '<>');
      const end = before.length + secret.length;
      const [first, last] = [Math.floor((before.length * 8) / 6), Math.ceil((end * 8) / 6)];
      const rest = text.slice(last).replace(/^=+/, '');
      expect(redactor.text(`${text} `)).toBe(`${text.slice(0, first)}<>${rest} `);
    },
  );

  it.each(['hx7/Qk+bZp0Q&wE9', 'key with blanks'])(
    'takes the beginning of the key %s where a text was cut',
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

  it('takes nothing but the secret from base64 that is cut off before it', () => {
    const redactor = new Redactor();
    redactor.hide('open-sesame', '<>');
    const cut = utf8('u:open-sesame').toString('base64').slice(3);
    expect(redactor.text(`key=(${cut}`)).toMatch(/^key=\(<>/);
  });

  it('hides a secret of a mebibyte, in base64 too', () => {
    const secret = longText(1 << 20);
    const redactor = hiding(secret);
    const encoded = Buffer.from(`user:${secret}`).toString('base64');
    expect(redactor.text(`a ${secret} b ${encoded} c`)).toMatch(/^a <SECRET> b \w{1,7}<SECRET> c$/);
  });

  it.runIf(inTurn())('keeps no form of a very long secret', () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const redactor = hiding(...[1, 2, 3, 4].map((number) => `${number}`.repeat(2 ** 20)));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 2 ** 20);
    expect(redactor.text('none of them')).toBe('none of them');
  });

  it('hides each of thousands of tokens', () => {
    const tokens = Array.from({ length: 3_000 }, (_, number) => tokenOf({ number }));
    const redactor = hiding(...tokens);
    const text = redactor.text(tokens.map((token) => `<${token}>`).join(' '));
    expect(text).toBe(tokens.map(() => '<<SECRET>>').join(' '));
  });

  it('returns a text without secrets as it is', () => {
    const text = JSON.stringify({ name: 'Truck \n 1', url: 'a%20b&amp;c', keys: 12 });
    expect(hiding('not in there').text(text)).toBe(text);
  });

  it('hides the whole of what overlaps', () => {
    expect(hiding('abcdef', 'defghi').text('x abcdefghi y')).toBe('x <SECRET> y');
    expect(hiding('aaaa').text('aaaaaaa')).toBe('<SECRET>');
  });

  it('hides parts of a token alone, but for its header', () => {
    const token = tokenOf({ sub: 'demo' });
    const [header = '', payload, signature] = token.split('.');
    expect(hiding(token).text(`${header} ${payload} ${signature}`)).toBe(`${header} <SECRET> <SECRET>`);
  });

  it('hides tokens that it never saw by their form', () => {
    const encrypted = `${tokenOf({ sub: 'x' })}.second.third`;
    expect(new Redactor().text(`a=${tokenOf({ sub: 'x' })};b=${encrypted}, eyJ.no.token`)).toBe(
      'a=$ROADTEST_TOKEN;b=$ROADTEST_TOKEN, eyJ.no.token',
    );
  });

  it('hides an encrypted token whole, and what is around it stays', () => {
    const token = [tokenOf({ sub: 'x' }), 'second', 'third'].join('.');
    expect(new Redactor().text(`a ${token} b`)).toBe('a $ROADTEST_TOKEN b');
    expect(new Redactor().text(`a ${token}.more b`)).toBe('a $ROADTEST_TOKEN.second.third.more b');
  });

  it('hides an encrypted token whose key was agreed on before, and no beginning of a token with dots behind it', () => {
    const [header, , ...rest] = [...tokenOf({ sub: 'x' }).split('.'), 'second', 'third'];
    expect(new Redactor().text(`a ${[header, '', ...rest].join('.')} b`)).toBe('a $ROADTEST_TOKEN b');
    for (const text of [`a ${header}... b`, `a ${header}.x.y b`])
      expect(new Redactor().text(text)).toBe(text);
    expect(new Redactor().text(`a ${header}.xy.z b`)).toBe('a $ROADTEST_TOKEN b');
  });

  it('hides a secret that is written with escapes of several kinds, and in several layers of them', () => {
    const redactor = hiding('open sesame', 'a-key');
    expect(redactor.text('x \\u006fpen%20s&#101;same y')).toBe('x <SECRET> y');
    let text = 'open sesame';
    for (let layer = 1; layer <= 5; layer++) {
      text = encodeURIComponent(text);
      expect(redactor.text(`x ${text} y`)).toBe('x <SECRET> y');
    }
  });

  it('undoes so many layers of escapes and no more', () => {
    let text = 'open sesame';
    for (let layer = 1; layer <= 7; layer++) text = encodeURIComponent(text);
    expect(hiding('open sesame').text(text)).toBe(text);
  });

  it('hides a secret that itself looks as if it held escapes, in JSON that stands in markup or in an address', () => {
    const inMarkup = (text: string) => text.replaceAll('"', '&quot;');
    for (const secret of ['key%41"x', 'ends with \\', 'd9~%a8"\\', 'k&amp;"key', '%0f\ud800']) {
      const redactor = hiding(secret);
      const once = JSON.stringify(secret).slice(1, -1);
      for (const text of [inMarkup(`"${once}"`), encodeURIComponent(once), JSON.stringify(`"${once}"`)]) {
        expect(redactor.text(`x ${text} y`), text).toContain('<SECRET>');
        expect(redactor.text(`x ${text} y`), text).not.toContain(once.slice(0, 4));
      }
    }
  });

  it('hides a secret behind five layers of escapes of several kinds', () => {
    const layers: [RegExp, string][] = [
      [/"/g, '&quot;'],
      [/&/g, '%26'],
      [/%/g, '\\u0025'],
      [/\\/g, '&#92;'],
      [/&/g, '%26'],
    ];
    const inLayers = layers.reduce((text, [letter, written]) => text.replace(letter, written), 'six"or"more');
    expect(hiding('six"or"more').text(`x ${inLayers} y`)).toBe('x <SECRET> y');
  });

  it('hides a secret with the last character that there is, by its number', () => {
    expect(hiding('key-\u{10ffff}-key').text('x key-&#x10ffff;-key y')).toBe('x <SECRET> y');
  });

  it('hides a secret that begins inside of what looks like a placeholder', () => {
    expect(hiding('RET>-behind').text('<SECRET>-behind')).toBe('<SEC<SECRET>');
  });

  it('gives the beginning of a text without secrets', () => {
    expect(hiding('never-there').text('nothing of the kind', 7)).toBe('nothing');
  });

  it('gives the beginning of a short text that it has seen before', () => {
    const redactor = hiding('a-secret');
    expect(redactor.text('no secrets')).toBe('no secrets');
    expect(redactor.text('no secrets', 4)).toBe('no s');
    expect(redactor.text('no secrets', 10)).toBe('no secrets');
  });

  it('hides a token behind another name with a dot, be it signed or encrypted', () => {
    const signed = tokenOf({ sub: 'x' });
    const [header] = signed.split('.');
    for (const token of [signed, `${header}.wrapped-key.first-block.cipher-text.tag`])
      expect(new Redactor().text(`log.${token}`)).toBe(`log.${placeholders.token}`);
  });

  it('leaves names with dots beside what a token begins with, and a token without its end', () => {
    const text = `service-one.service-two.service-three eyJ ${tokenOf({ sub: 'x' }).split('.', 2).join('.')}`;
    expect(new Redactor().text(text)).toBe(text);
  });

  it('hides each of two tokens with nothing but a dot between them', () => {
    const tokens = [tokenOf({ sub: 'x' }), tokenOf({ sub: 'y' })].join('.');
    expect(new Redactor().text(tokens)).toBe('$ROADTEST_TOKEN.$ROADTEST_TOKEN');
  });

  it('hides values by the names of their fields, whole, also where the text was cut', () => {
    const body =
      '{"apiKey":"a\\"b","access_token" : "c","Password":"d","tokens":"e","name":"f","client-secret":"g';
    expect(new Redactor().text(body)).toBe(
      '{"apiKey":"<REDACTED>","access_token" : "<REDACTED>","Password":"<REDACTED>","tokens":"e","name":"f","client-secret":"<REDACTED>',
    );
    const redactor = new Redactor();
    redactor.hideField('pin');
    expect(redactor.text('{"pin":"1234"} {\\"pin\\":\\"1234\\"}')).toBe(
      '{"pin":"<REDACTED>"} {\\"pin\\":\\"<REDACTED>\\"}',
    );
  });

  it.each([
    ...['accessKey', 'apiKey', 'authorization', 'passphrase', 'password', 'userPassword', 'privateKey'],
    ...['secret', 'client_secret', 'secretKey', 'secret-key', 'token', 'refreshToken', 'ROADTEST_API_KEY'],
  ])("hides the value of %s, also where no other name in the text is a secret's", (name) => {
    expect(new Redactor().text(`{"name":"kept","${name}":"value"}`)).toBe(
      `{"name":"kept","${name}":"<REDACTED>"}`,
    );
  });

  it('hides each field that it was told of, also where the text has but one of them', () => {
    const redactor = new Redactor();
    for (const field of ['pin', 'door code']) redactor.hideField(field);
    redactor.hideField('puk');
    expect(redactor.text('{"pin":"1234"}')).toBe('{"pin":"<REDACTED>"}');
    expect(redactor.text('{"puk":"1234"}')).toBe('{"puk":"<REDACTED>"}');
  });

  it('leaves a line for a shell as it is where a variable stands in for the secret', () => {
    const line = `curl -d '{"userName":"'"$ROADTEST_USER_NAME"'","apiKey":"'"$ROADTEST_API_KEY"'"}'`;
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: "'", apiKey: 'a-key' });
    expect(redactor.text(line)).toBe(line);
  });

  it('hides a secret that looks escaped itself, however deep it is', () => {
    expect(hiding('ab%41cdef').text(String.raw`"ab%41cdef" \\u0061b%41cdef`)).toBe('"<SECRET>" <SECRET>');
    const secret = String.raw`\n\u0041%41`;
    const deep = (text: string) => JSON.stringify(JSON.stringify(JSON.stringify(text)));
    expect(hiding(secret).text(deep(secret))).toBe(deep('<SECRET>'));
  });

  it('hides in a form what cannot be written in UTF-8, between spaces too', () => {
    const form = new URLSearchParams({ key: 'ab \ud800 cd' }).toString();
    expect(hiding('ab \ud800 cd').text(form)).toBe('key=<SECRET>');
  });

  it('leaves a secret of fewer than four characters in other text, and takes it out by its name', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'demo', apiKey: 'abc' });
    expect(redactor.text(`616263 ${utf8('abc').toString('base64')}`)).toBe('616263 YWJj');
    expect(redactor.text('{"token":"","error":"abc","name":"demo","apiKey":"abc"}')).toBe(
      '{"token":"","error":"abc","name":"demo","apiKey":"$ROADTEST_API_KEY"}',
    );
  });

  it('hides the user name where it is a credential', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'demo', apiKey: 'a-key' });
    expect(redactor.text('{"userName":"demo"} demo:a-key {"userName":"other"}')).toBe(
      '{"userName":"$ROADTEST_USER_NAME"} $ROADTEST_USER_NAME:$ROADTEST_API_KEY {"userName":"other"}',
    );
  });

  it('hides headers by their names, and says how they authorize', () => {
    const redactor = hiding('a-secret');
    redactor.hide('garbage', '<never a token>');
    const headers = {
      Authorization: 'Bearer abc',
      'proxy-authorization': 'Basic abc',
      'x-api-key': 'two words',
      cookie: 'a=b',
      'x-echo': 'a-secret',
      accept: 'text/plain',
    };
    expect(redactor.headers(headers)).toEqual({
      Authorization: 'Bearer $ROADTEST_TOKEN',
      'proxy-authorization': 'Basic <REDACTED>',
      'x-api-key': '<REDACTED>',
      cookie: '<REDACTED>',
      'x-echo': '<SECRET>',
      accept: 'text/plain',
    });
    expect(redactor.headers({ authorization: 'Bearer <never a token>' })).toEqual({
      authorization: 'Bearer <never a token>',
    });
  });

  it.each([
    ...['Authorization', 'Cookie', 'Proxy-Authorization', 'Set-Cookie', 'X-Api-Key', 'X-Control-Token'],
  ])('hides the header %s whatever is in it', (name) => {
    const shown = new Redactor().headers({ [name]: 'word', [name.toLowerCase()]: 'word' });
    expect(shown).toEqual({ [name]: '<REDACTED>', [name.toLowerCase()]: '<REDACTED>' });
  });

  it('says how a header authorizes with a secret that is known, and shows other headers', () => {
    const headers = { authorization: 'Basic a-secret', 'cookie-law': 'read', 'my-cookie': 'none' };
    expect(hiding('a-secret').headers(headers)).toEqual({ ...headers, authorization: 'Basic <SECRET>' });
  });

  it('leaves the variable of a secret where it is the whole value', () => {
    const name = inVariable('OUR_TOKEN');
    expect(new Redactor().text(`{"token":"${name}"}`)).toBe('{"token":"<$OUR_TOKEN>"}');
    expect(new Redactor().text(`{"token":"x${name}"}`)).toBe('{"token":"<REDACTED>"}');
  });

  it('takes a value for a placeholder only as a whole', () => {
    for (const value of ['$ROADTEST_TOKENBearer ', 'x$ROADTEST_TOKEN', '<REDACTED> word'])
      expect(new Redactor().headers({ cookie: value })).toEqual({ cookie: '<REDACTED>' });
  });

  it('leaves placeholders alone when a text passes again, also one that holds a secret', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'demo', apiKey: 'TOKEN' });
    const once = redactor.text(
      '{"apiKey":"TOKEN","token":"x","authorization":"Bearer $ROADTEST_TOKEN"} TOKEN',
    );
    expect(once).toBe(
      '{"apiKey":"$ROADTEST_API_KEY","token":"<REDACTED>","authorization":"Bearer $ROADTEST_TOKEN"} $ROADTEST_API_KEY',
    );
    expect(redactor.text(once)).toBe(once);
    const twice = '$ROADTEST_TOKEN$ROADTEST_TOKEN';
    expect(hiding('$ROAD').text(twice)).toBe(twice);
  });

  it('looks into values, and at the names in them', () => {
    expect(hiding('a-secret').deep({ 'x-a-secret': ['a-secret', 1, null, { b: 'an a-secret' }] })).toEqual({
      'x-<SECRET>': ['<SECRET>', 1, null, { b: 'an <SECRET>' }],
    });
  });

  it('gives the beginning of a long text, without the beginning of a secret at its end', () => {
    const secret = longText(200);
    const text = `${'x'.repeat(950)}${secret}${'y'.repeat(100_000)}`;
    expect(hiding(secret).text(text, 1_000)).toBe(`${'x'.repeat(950)}<SECRET>`);
    expect(hiding(secret).text(text.replace(secret, encodeURIComponent(secret)), 1_000)).toHaveLength(958);
  });

  it.each([3_000, 12_000])(
    'gives it without the beginning of a secret of %i characters, each of them escaped',
    (length) => {
      const secret = longText(length);
      const escaped = [...secret].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');
      const text = `${'x'.repeat(950)}${escaped}${'y'.repeat(100_000)}`;
      expect(hiding(secret).text(text, 1_000)).toBe(`${'x'.repeat(950)}<SECRET>`);
    },
  );

  it.runIf(inTurn())(
    'takes what nearly is a secret for one, in a text that was made to be compared for ever',
    () => {
      const nearly = (length: number) => `${'A'.repeat(length - 1)}B`;
      const hides = (length: number, text: string) =>
        hiding('A'.repeat(length)).text(text).includes('<SECRET>');
      expect(hides(200, nearly(200).repeat(20))).toBe(false);
      expect(hides(20_000, nearly(20_000).repeat(20))).toBe(true);
      expect(hides(20_000, '41'.repeat(20_000 * 20))).toBe(true);
      expect(hiding('A'.repeat(20_000)).text(`seen ${nearly(20_000).repeat(20)}`)).toMatch(/^seen /);
      const after = 'z'.repeat(30_000);
      const shown = hiding('A'.repeat(20_000)).text(nearly(20_000).repeat(20) + after);
      expect(shown.slice(-20_000)).toBe(after.slice(-20_000));
      // A secret that begins within the hidden text, and goes on behind it, is hidden too.
      const overlapping = hiding('A'.repeat(20_000), 'qwertyui', 'yuizxcvb');
      const end = overlapping.text(`${nearly(20_000).repeat(20)}${after} qwertyuiz-rest`).slice(-20);
      expect(end).toMatch(/z <SECRET>t$/);
    },
  );

  it('allows for more looks with each character of the text', () => {
    // Each of them is looked at wherever the last three characters are.
    const alike = Array.from({ length: 1_073 }, (_, number) => `${String.fromCharCode(97 + 8 * number)}bcd`);
    const looks = (others: number) => hiding(...alike).text('\u9001bcd'.repeat(8_001) + '-'.repeat(others));
    expect(looks(4_563)).toContain('<SECRET>');
    expect(looks(4_564)).not.toContain('<SECRET>');
  });

  it.each(['hex', 'base64'] as const)('hides a secret in the %s of its Latin letters, too', (form) => {
    const written = Buffer.from('schlüssel', 'latin1').toString(form).replace(/=+$/, '');
    expect(hiding('schlüssel').text(`x ${written} y`)).toBe('x <SECRET> y');
  });

  it('takes no other letters for those of a secret that are none in Latin', () => {
    expect(hiding('車車車車').text('cacacaca yspKysrK')).toBe('cacacaca yspKysrK');
  });

  it('hides a secret of characters that markup writes by their names', () => {
    const redactor = hiding(`a"b&c<d>e'f`);
    expect(redactor.text('x a&quot;b&amp;c&lt;d&gt;e&apos;f y')).toBe('x <SECRET> y');
  });

  it('leaves escapes of no character as they are', () => {
    const text = '&#9999999; &#x110000; \\u{ffffff}';
    expect(hiding('a-secret').text(text)).toBe(text);
    expect(hiding('a-secret').text('a&#9999999;-secret')).toBe('a&#9999999;-secret');
  });

  it('leaves names with dots, and what a token begins behind', () => {
    const host = 'tracking-service.example.com';
    expect(hiding('a-key.example.com').text(host)).toBe(host);
    expect(new Redactor().text('next-eyJabcd.xy.z')).toBe('next-eyJabcd.xy.z');
    expect(new Redactor().text(`next-${tokenOf({ sub: 'x' })}`)).toBe('next-$ROADTEST_TOKEN');
  });

  it('takes what begins as a token does for one from a header of eight characters on', () => {
    expect(new Redactor().text('eyJabcd.xy.z eyJabcde.xy.z')).toBe('eyJabcd.xy.z $ROADTEST_TOKEN');
  });

  it('leaves what stands right beside a secret', () => {
    const redactor = hiding('a-secret');
    expect(redactor.text(`x${utf8('a-secret').toString('hex')}x`)).toBe('x<SECRET>x');
    expect(redactor.text('key=a-secret==x')).toBe('key=<SECRET>==x');
  });

  it('puts a placeholder for each of two secrets that stand side by side', () => {
    const redactor = hiding('abcdef');
    redactor.hide('uvwxyz', '<OTHER>');
    expect(redactor.text('abcdefuvwxyz')).toBe('<SECRET><OTHER>');
  });

  it('hides each of several secrets that differ in little', () => {
    const secrets = ['abcd', 'ibcd', 'qbcd', 'ybcd'];
    const redactor = hiding(...secrets);
    for (const secret of secrets) expect(redactor.text(`(${secret})`)).toBe('(<SECRET>)');
  });

  it('hides a secret in which the characters that it is looked for by are twice', () => {
    // One of every second place has characters that no other secret begins with: those of the second `twice`.
    const twice = 'KLMNOPQRSTUVW';
    const secret = `a${twice}${longText(50)}${twice}`;
    const second = secret.lastIndexOf(twice);
    const places = Array.from({ length: secret.length >> 1 }, (_, number) => 2 * number);
    const others = places.filter((at) => at !== second && at + 4 <= secret.length);
    const redactor = new Redactor();
    for (const at of others) redactor.hide(secret.slice(at, at + 4), '<OTHER>');
    redactor.hide(secret, '<SECRET>');
    expect(redactor.text(secret)).toBe('<SECRET>');
  });

  it('takes no empty part of a token for a secret', () => {
    const [header, payload] = tokenOf({ sub: 'x' }).split('.');
    const scattered = (number: number) => String.fromCharCode(32 + (((number * 2_654_435_761) >>> 8) % 95));
    const text = Array.from({ length: 1 << 20 }, (_, number) => scattered(number)).join('');
    expect(hiding(`${header}.${payload}.`).text(text)).toBe(text);
  });

  it('hides a user name that JSON has to escape', () => {
    const redactor = new Redactor();
    redactor.hideCredentials({ userName: 'o"neill', apiKey: 'a-key' });
    expect(redactor.text('{"userName":"o\\"neill"}')).toBe('{"userName":"$ROADTEST_USER_NAME"}');
  });

  it.each([0, 1, 20])('gives a beginning that ends %i characters before a secret', (distance) => {
    const text = `${'x'.repeat(50)}${' '.repeat(distance)}a-secret and more`;
    expect(hiding('a-secret').text(text, 50)).toBe('x'.repeat(50));
  });

  it('hides a secret behind four layers of escapes of several kinds', () => {
    const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
    const secret = 'open "sesame"';
    const text = inJson(encodeURIComponent(inJson(inJson(secret).replaceAll('"', '&quot;'))));
    expect(hiding(secret).text(`x ${text} \\u0041 &amp; y`)).toMatch(/^x <SECRET> /);
  });

  it.runIf(inTurn())('takes no longer for what was made to take long', () => {
    const redactor = hiding(...Array.from({ length: 500 }, (_, number) => `secret-${number}-${number}`));
    const made = [
      'eyJ',
      '"token":"',
      'eyJabcdefgh.',
      '\\u0065yJ',
      '%',
      '"token"   ',
      'secret-',
      '\\\\\\"',
      '&#',
    ];
    for (const piece of made) expect(redactor.text(piece.repeat(30_000)).length).toBeGreaterThan(0);
    const layers = `%${'25'.repeat(300_000)}`;
    expect(redactor.text(layers)).toBe(layers);
  });

  it.each([
    ['is part of an address', '/backoffice/units/5', '/backoffice/units/5'],
    ['is a name in JSON', '{"office":1}', '{"office":1}'],
    ['stands elsewhere', 'in the office, /front-office/units', 'in the <SECRET>, /front-<SECRET>/units'],
    ['stands elsewhere, in another form', 'b2ZmaWNl /backoffice/units/', '<SECRET> /backoffice/units/'],
    ['is the value of a secret field', '{"token":"office"}', '{"token":"<REDACTED>"}'],
  ])('leaves what a profile writes out, and hides the same text where it %s', (_, text, shown) => {
    const redactor = hiding('office');
    redactor.leave(
      textsOf({
        url: '/backoffice/units/{id}',
        reads: { office: '/office/is' },
        headers: { 'X-A': 'the office' },
      }),
    );
    expect(redactor.text(text)).toBe(shown);
    expect(redactor.text('the office')).toBe('the <SECRET>');
  });

  it('hides a secret with escapes in it, though a profile writes it out so', () => {
    const redactor = hiding('office');
    redactor.leave(textsOf({ url: '/back%6fffice/units' }));
    expect(redactor.text('/back%6fffice/units')).toBe('/back<SECRET>/units');
  });

  it('hides a long secret that a profile writes out alone, and a token that is issued like it', () => {
    const redactor = hiding('open-sesame');
    redactor.leave(textsOf({ body: { state: 'open-sesame' }, url: '/open-sesame-street' }));
    redactor.hide('a-street', '<TOKEN>');
    expect(redactor.text('{"state":"open-sesame"} open-sesame')).toBe('{"state":"<SECRET>"} <SECRET>');
    expect(redactor.text('GET /open-sesame-street a-street')).toBe('GET /open-sesame-street <TOKEN>');
  });
});

/** The same for the same length, with nothing in it twice. */
function longText(length: number): string {
  let text = '';
  for (let number = 1; text.length < length; number++)
    text += `${((number * 2_654_435_761) % 4_294_967_296).toString(36)}-`;
  return text.slice(0, length);
}

function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${part({ signature: claims })}`;
}
