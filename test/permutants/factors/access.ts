/** Tokens and who may call. */
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import { documentRules } from '../../../simulator/options.ts';
import { type Factors, type Level, unnoticed } from '../level.ts';

const says = (openings: GivenOpenings): Level => ({ openings });
const statuses = (issued: number, refused: number): Level => says({ 'token.status': { issued, refused } });
export const accessFactors = {
  'base path': {
    kinds: [13],
    levels: { none: {}, short: { basePath: '/v2' }, long: { basePath: '/fleet/eu-1/rest' } },
  },
  'token lifetime': {
    kinds: [],
    levels: {
      'an hour': {},
      'five minutes': says({ 'token.lifetime': 'PT5M' }),
      'a second less than a day': says({ 'token.lifetime': 'PT23H59M59S' }),
      'a month': says({ 'token.lifetime': 'P30D' }),
    },
  },
  'token status': {
    kinds: [1],
    levels: {
      '200 and 401': {},
      '200 for both': statuses(200, 200),
      '201 and 400': statuses(201, 400),
      '200 and 403': statuses(200, 403),
      '202 and 422': statuses(202, 422),
      '200 and 401, or 400 without a key': says({
        'token.status': { issued: 200, refused: 401, incomplete: 400 },
      }),
    },
  },
  'token answer': {
    kinds: [19],
    levels: {
      plain: {},
      'with nulls': {
        simulator: {
          rules: {
            issuedAnswer: (token, expires) => ({ success: true, token, expires, error: null as never }),
            refusedAnswer: (error) => ({
              success: false,
              token: null as never,
              expires: null as never,
              error,
            }),
          },
        },
      },
      'with fields of its own': says({
        'token.status': {
          issued: 200,
          refused: 401,
          also: { issued: { '/token_type': 'Bearer' }, refused: { '/code': 17 } },
          expires: { fraction: 0, zone: '+00:00' },
        },
      }),
      'with empty texts': {
        simulator: {
          rules: {
            issuedAnswer: (token, expires) => ({ success: true, token, expires, error: '' }),
            refusedAnswer: (error) => ({ success: false, token: '', expires: '', error }),
          },
        },
      },
      'with more in it': {
        simulator: {
          rules: {
            issuedAnswer: (token, expires) =>
              ({
                success: true,
                token,
                expires: expires.replace('Z', '+00:00'),
                token_type: 'Bearer',
                user: { id: 1 },
              }) as never,
            refusedAnswer: (error) => ({ success: false, error, code: 17, details: [] }) as never,
          },
        },
      },
    },
  },
  'malformed token requests': {
    kinds: [1],
    levels: {
      '400 and 415': {},
      'any content type': says({ 'token.malformed': { notJson: 422, contentType: 'ignored' } }),
      '200 for all': says({ 'token.malformed': { notJson: 200, contentType: 200 } }),
    },
  },
  'a token while API access is off': {
    kinds: [],
    levels: { 'is refused': {}, works: says({ 'token.live-when-disabled': 'works' }) },
  },
  'a further token': {
    kinds: [25],
    levels: {
      'is another one': {},
      'ends all older ones': unnoticed('older-tokens-end'),
      'is the same one until that ends': unnoticed('token-issued-again'),
    },
  },
  'where a token is taken': {
    kinds: [26],
    levels: {
      'in the header': {},
      'also in the query and under another scheme': says({
        'auth.other-ways': { accepts: ['query', 'scheme'] },
      }),
      'in the header, whatever follows its third part': {
        simulator: {
          rules: {
            bearerToken: (header) =>
              /^Bearer +([^.]*\.[^.]*\.[^.]*)(?:\..*)?$/.exec(header ?? '')?.[1] ??
              documentRules.bearerToken(header),
          },
        },
      },
      'also in a cookie and in another header': says({
        'auth.other-ways': { accepts: ['cookie', 'header'] },
      }),
    },
  },
  versioning: {
    kinds: [],
    levels: {
      none: {},
      'in headers': says({ versioning: { headers: { 'API-Version': '2026-01', Sunset: 'never' } } }),
    },
  },
} as const satisfies Factors;
