import { describe, expect, it } from 'vitest';
import { curlOf } from '../../simulator/console/api/curl.ts';

describe('a call as a line for a terminal', () => {
  it('sends the token and the key from variables, where the journal hides them', () => {
    const url = 'http://127.0.0.1:4010/api/Auth/Token';
    const headers = {
      authorization: 'Bearer $ROADTEST_TOKEN',
      'content-type': 'application/json',
      host: 'x',
      'sec-fetch-mode': 'cors',
    };
    const line = curlOf({ method: 'POST', url, headers, body: '{"apiKey":"$ROADTEST_API_KEY"}' });
    expect(line).toBe(
      `curl -i -H "authorization: Bearer $ROADTEST_TOKEN" -H 'content-type: application/json' ` +
        `--data-raw '{"apiKey":"'"$ROADTEST_API_KEY"'"}' ${url}`,
    );
  });

  it('says the method only where curl would take another', () => {
    const url = 'http://h/a';
    expect(curlOf({ method: 'GET', url, headers: {}, body: '' })).toBe(`curl -i ${url}`);
    expect(curlOf({ method: 'DELETE', url, headers: {}, body: '' })).toBe(`curl -i -X DELETE ${url}`);
  });
});
