/** By which names a value is secret, whatever it is: headers, and fields of a JSON text. */

const headers: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'x-api-key',
  'x-control-token',
]);

/** How the names of secret fields end, in lower case and without `-` and `_`. */
const fieldEndings = [
  'accesskey',
  'apikey',
  'authorization',
  'passphrase',
  'password',
  'privatekey',
  'secret',
  'secretkey',
  'token',
] as const;

export function isSecretHeader(name: string): boolean {
  return headers.has(name.toLowerCase());
}

/** `apiKey`, `accessToken`, `client_secret`; names of environment variables, too. */
export function isSecretField(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return fieldEndings.some((ending) => plain.endsWith(ending));
}
