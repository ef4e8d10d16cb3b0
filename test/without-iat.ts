/** A service whose tokens do not say when they were issued: `iat` is taken out on the way to the client, and is back on the way in. */
import { fromBase64Url, toBase64Url } from '../contracts/kit/base64.ts';

/** Translates the answers to token requests, and the headers that tokens come back in. */
export function tokensWithoutIat(): {
  outward(body: string): string;
  inward(authorization: string): string;
} {
  const issued = new Map<string, string>();
  return {
    outward: (body) =>
      body.replace(/"token":"([^"]+)"/, (_, token: string) => {
        const [head = '', payload = '', signature = ''] = token.split('.');
        const { iat: _iat, ...claims } = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
        const without = [head, toBase64Url(new TextEncoder().encode(JSON.stringify(claims))), signature].join(
          '.',
        );
        issued.set(without, token);
        return `"token":"${without}"`;
      }),
    inward: (authorization) => {
      const [scheme = '', token = ''] = authorization.split(' ');
      return `${scheme} ${issued.get(token) ?? token}`.trim();
    },
  };
}
