/** A request as a line for bash. Nothing in it is run by the shell or read by curl as an option or a file. */
export interface CurlRequest {
  method: string;
  /** The whole address. */
  url: string;
  headers: { readonly [name: string]: string };
  body: string;
}

/** Headers that curl writes by itself, or that would make the answer hard to read. */
const LEFT = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding']);
const BROWSERS_OWN = /^(sec-|origin$|referer$|user-agent$|accept-language$|cache-control$|pragma$)/;
/** What the journal shows in the place of a secret. */
const REDACTED = '<redacted>';

/** The line. A token that the journal does not show is the variable `ROADTEST_TOKEN` of the shell. */
export function curlOf({ method, url, headers, body }: CurlRequest): string {
  const parts = ['curl -i'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== (body === '' ? 'GET' : 'POST')) parts.push(`-X ${quoted(method)}`);
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  if (/\/\.{1,2}(\/|\?|#|$)/.test(url)) parts.push('--path-as-is');
  for (const [name, value] of Object.entries(headers)) {
    if (LEFT.has(name) || BROWSERS_OWN.test(name)) continue;
    if (value !== REDACTED) parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
    else if (name === 'authorization') parts.push('-H "authorization: Bearer $ROADTEST_TOKEN"');
  }
  if (body !== '') parts.push(`--data-raw ${bodyWord(body)}`);
  return [...parts, quoted(url)].join(' ');
}

/** The key of a token request is not shown either: it is the variable `ROADTEST_API_KEY`. */
function bodyWord(body: string): string {
  return body
    .split(REDACTED)
    .map((piece) => (piece === '' ? '' : quoted(piece)))
    .join('"$ROADTEST_API_KEY"');
}

/** One word for bash that stands for itself. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would act upon
  if (!/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/.test(text)) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  const octets = [...new TextEncoder().encode(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return `$'${octets.join('')}'`;
}
