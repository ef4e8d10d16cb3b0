/** A recorded request as a line for a shell. Secrets stand as variables: `$ROADTEST_API_KEY`, `$TOKEN`. */
import type { Exchange } from '../run.ts';

const variables: { readonly [placeholder: string]: string } = {
  '<API_KEY>': '$ROADTEST_API_KEY',
  '<ACCESS_TOKEN>': '$TOKEN',
};

export function curlOf({ request }: Pick<Exchange, 'request'>): string {
  const { method, url, headers, body } = request;
  return [
    'curl -i',
    ...(method === 'GET' && body === undefined ? [] : [`-X ${method}`]),
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' ');
}

/** In single quotes, where nothing has a meaning; the variables stand between them in double ones. */
function quoted(text: string): string {
  let quoted = `'${text.replaceAll("'", `'\\''`)}'`;
  for (const [placeholder, variable] of Object.entries(variables)) {
    quoted = quoted.replaceAll(placeholder, `'"${variable}"'`);
  }
  return quoted;
}
