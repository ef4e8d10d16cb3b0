/** How a deployment is written to, and read in parts. */
import type { Openings } from '../../../contracts/specification/openings/index.ts';
import { type Factors, type Level, unnoticed } from '../level.ts';

type Posting = Openings['locations.purpose'];
const range = { from: '/from', to: '/to' };

const records = (body: Posting['body']): Posting => ({ does: 'record', body, query: range });
const bare = (required: Posting['body']['required'] = {}): Posting =>
  records({ form: 'bare', at: '', many: false, required });
const wrapper = (at: string, many: boolean, required: Posting['body']['required']): Posting =>
  records({ form: 'wrapper', at, many, required });
const asks = (from: string, to: string): Posting => ({ ...bare(), does: 'query', query: { from, to } });

const locations = (purpose: Posting): Level => ({ openings: { 'locations.purpose': purpose } });
const alerts = (purpose: Posting): Level => ({ openings: { 'alerts.purpose': purpose } });
const patch = (form: Openings['patch.format']['form'], contentType: string): Level => ({
  openings: { 'patch.format': { form, contentType } },
});

type Paging = Openings['operations.paging'];
const pages = (by: Paging['by'], size: number | null, more: Partial<Paging> = {}, query = {}): Level => ({
  openings: {
    'operations.paging': { by, size, max: 50, firstPage: 1, totalHeader: null, ...more },
    'operations.query': query,
  },
});

export const writingFactors = {
  'posting locations': {
    kinds: [10],
    levels: {
      'one or several': {},
      one: locations(bare()),
      'one with a field beside it': locations(bare({ '/source': 'tracker' })),
      'an array': locations(records({ form: 'array', at: '', many: true, required: {} })),
      'one in a wrapper': locations(wrapper('/report/fix', false, {})),
      'several in a wrapper': locations(
        wrapper('/positions', true, { '/protocol': 'tracker/2', '/batch': 1 }),
      ),
      'asks for a range': locations(asks('/since', '/until')),
    },
  },
  'posting alerts': {
    kinds: [10],
    levels: {
      one: {},
      'one in a wrapper': alerts(wrapper('/alert', false, { '/reporter': 'me' })),
      'several in a wrapper': alerts(wrapper('/alerts', true, {})),
      'asks for a range': alerts(asks('/span/begin', '/span/end')),
    },
  },
  patch: {
    kinds: [6],
    levels: {
      'merge patch': {},
      'partial object': patch('partial', 'application/json'),
      'JSON Patch': patch('json-patch', 'application/json-patch+json'),
      'JSON Patch as plain JSON': patch('json-patch', 'application/json'),
    },
  },
  paging: {
    kinds: [8],
    levels: {
      'on request, by offset': {},
      none: pages('none', null),
      'by offset': pages('offset', 5, { totalHeader: 'X-Total' }, { offset: 'skip', limit: 'top' }),
      'by offset without a total': pages('offset', 3),
      'by page': pages('page', 4, { totalHeader: 'Total-Count' }, { page: 'p', limit: 'per_page' }),
      'by page from 0': pages('page', 3, { firstPage: 0 }),
      'by cursor': pages('cursor', 4, {}, { cursor: 'after' }),
      'by Link header': pages('link', 4),
    },
  },
  'records that are written': {
    kinds: [20, 21, 22, 23, 24],
    levels: {
      'get new ids': {},
      'get the ids of deleted ones': unnoticed('ids-given-again'),
      'need more than a name': {
        openings: {
          'records.required': { group: ['name', 'description'], user: ['name', 'email', 'phone'] },
        },
      },
      'are answered with a counter beside them': unnoticed('volatile-fields'),
      'lose spaces, emoji and what is long': {
        openings: {
          'records.text': { spaces: 'trimmed', otherPlanes: 'lost', longest: 60, decimals: 5 },
        },
      },
      'hold no markup, and fields that are unknown': {
        openings: {
          'records.text': { markup: 'escaped', controls: 'refused' },
          'records.unknown-fields': 'kept',
        },
      },
      'hold no fields that are unknown': { openings: { 'records.unknown-fields': 'refused' } },
    },
  },
  'what a PUT leaves out': {
    kinds: [27],
    levels: {
      'is cleared': {},
      'is kept': { openings: { 'put.left-out': 'kept' } },
      'is refused': { openings: { 'put.left-out': 'refused' } },
    },
  },
  consistency: {
    kinds: [12],
    levels: {
      'at once': {},
      'a moment later': { openings: { consistency: { readableAfter: 'PT0.5S' } } },
      'seconds later': { openings: { consistency: { readableAfter: 'PT3S' } } },
    },
  },
  'rate limit': {
    kinds: [12],
    levels: {
      none: {},
      '429 with Retry-After': {
        openings: { 'rate-limit': { requests: 40, per: 'PT10S', retryAfter: true } },
      },
      '503 with Retry-After': {
        openings: {
          'rate-limit': { requests: 60, per: 'PT20S', retryAfter: true },
          'errors.status': { 'rate-limited': 503 },
        },
      },
      '429 alone': { openings: { 'rate-limit': { requests: 50, per: 'PT5S', retryAfter: false } } },
    },
  },
} as const satisfies Factors;
