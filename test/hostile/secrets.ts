/** The secrets that a run is given here, and every form of a secret that its output must not hold. */

export const userName = 'fleet-hostile';
export const apiKey = 'hx7/Qk+"Zw & ~9Lm=ü';
export const controlToken = 'ctl-9vK2pTq8-Yw5';

/** The environment of the command. */
export const environment = {
  ROADTEST_USER_NAME: userName,
  ROADTEST_API_KEY: apiKey,
  ROADTEST_CONTROL_TOKEN: controlToken,
};

/** A secret in the encodings in which a deployment can send it back. */
export function encodingsOf(secret: string): { readonly [encoding: string]: string } {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret);
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const pair = Buffer.from(`${userName}:${secret}`);
  return {
    plain: secret,
    json: JSON.stringify(secret).slice(1, -1),
    percent,
    'percent in lower case': lowerPercent(percent),
    form,
    'form in lower case': lowerPercent(form),
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
    // Only the key goes out behind the name of its user.
    ...(secret === apiKey && {
      'base64 of the pair': pair.toString('base64'),
      'base64url of the pair': pair.toString('base64url'),
    }),
  };
}

/** Every text that is a leak of the secret: its encodings, and these as HTML and XML write them. */
export function formsOf(secret: string): string[] {
  return [
    ...new Set(Object.values(encodingsOf(secret)).flatMap((text) => [text, escaped(text), numbered(text)])),
  ];
}

function lowerPercent(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function numbered(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('"', '&#34;').replaceAll('<', '&#60;');
}
