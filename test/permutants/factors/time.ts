/** Days, expiry, limits and licences: what the document leaves open about them. */
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import { fleetRules } from '../../../simulator/fleet/rules/index.ts';
import type { Factors, Level } from '../level.ts';

const allowed = fleetRules.allowance;
const says = (openings: GivenOpenings): Level => ({ openings });

export const timeFactors = {
  'who is told of an alert': {
    kinds: [28],
    levels: {
      'the users of its group': {},
      'all users': says({ 'alerts.recipients': 'all-users' }),
      nobody: says({ 'alerts.recipients': 'none' }),
      'the users of its group, or all': says({ 'alerts.recipients': 'group-users-or-all' }),
      'all users, by e-mail': says({ 'alerts.recipients': 'all-users-by-email' }),
      'all users, as each wants': says({ 'alerts.recipients': 'all-users-by-own-channels' }),
    },
  },
  'day ends': {
    kinds: [11],
    levels: {
      'at midnight': {},
      'at four': says({ 'day.ends': '04:00' }),
      'half an hour to midnight': says({ 'day.ends': '23:30' }),
      'when clocks change': says({ 'day.ends': '02:30' }),
    },
  },
  'day zone': {
    kinds: [11],
    levels: {
      UTC: {},
      Berlin: says({ 'day.time-zone': 'Europe/Berlin' }),
      'New York': says({ 'day.time-zone': 'America/New_York' }),
      Kathmandu: says({ 'day.time-zone': 'Asia/Kathmandu' }),
      Auckland: says({ 'day.time-zone': 'Pacific/Auckland' }),
      'the account, in London': {
        openings: { 'day.time-zone': 'account' },
        simulator: { timeZone: 'Europe/London' },
      },
    },
  },
  start: {
    kinds: [11],
    levels: {
      'a quiet Monday': {},
      'before summer time in Europe': { simulator: { at: '2026-03-28T20:15:30Z' } },
      'before winter time in Europe': { simulator: { at: '2026-10-24T22:59:00Z' } },
      'before summer time in America': { simulator: { at: '2026-03-07T23:59:59.500Z' } },
      'the end of a year': { simulator: { at: '2027-12-31T22:30:00Z' } },
    },
  },
  expiry: {
    kinds: [11, 14],
    levels: {
      'at the start of the date': {},
      'at its end': says({ 'expiry.instant': { at: 'end', timeZone: 'account' } }),
      'at its start in Tokyo': says({ 'expiry.instant': { at: 'start', timeZone: 'Asia/Tokyo' } }),
      'at half past six in Berlin': says({ 'expiry.instant': { at: '18:30', timeZone: 'Europe/Berlin' } }),
      'at its end in Honolulu': says({ 'expiry.instant': { at: 'end', timeZone: 'Pacific/Honolulu' } }),
    },
  },
  'an expired device': {
    kinds: [15],
    levels: {
      'can be read': {},
      'may post': says({ 'expired.may': { postLocations: true, postAlerts: true } }),
      'is hidden': says({ 'expired.may': { read: false, list: false } }),
      'is listed and not read': says({ 'expired.may': { read: false } }),
      'comes back when Expires is switched off': says({ 'expired.leaves-by': 'switching-off' }),
      'comes back when its date is moved': says({ 'expired.leaves-by': 'date-ahead' }),
      'comes back by either': says({ 'expired.leaves-by': 'either' }),
      'sends without limits': says({ 'expiry.limits': 'limits-lift' }),
      'loses its expiry when activated': says({ 'activation.also': 'switches-expiry-off' }),
      'gets a later date when activated': says({ 'activation.also': 'moves-date' }),
      'gets a date when activated': says({ 'activation.also': 'moves-any-date' }),
      'asks for a date when activated': says({ 'activation.also': 'needs-date' }),
    },
  },
  'limit values': {
    kinds: [],
    levels: {
      'none at first': {},
      'few at first': says({ 'limits.default': { email: 3, sms: 2 } }),
      'nothing at first': says({ 'limits.default': { email: 0, sms: 0 } }),
      'up to 50': says({ 'limits.range': { min: 0, max: 50, whole: true } }),
      fractions: says({ 'limits.range': { min: 0, max: 1000, whole: false } }),
      'of any height': says({ 'limits.range': { min: 0, max: null, whole: true } }),
    },
  },
  'several messages at once': {
    kinds: [],
    levels: {
      'are sent as far as the limit goes': {},
      'are sent whole or not at all': {
        simulator: {
          rules: {
            allowance: (facts) => (allowed(facts) < facts.requested ? 0 : facts.requested),
          },
        },
      },
    },
  },
  'last location': {
    kinds: [],
    levels: { "by the device's time": {}, 'by its arrival': says({ 'locations.order': 'received' }) },
  },
  fleet: {
    kinds: [],
    levels: {
      'ten devices and no licence left': {},
      'licences left': { simulator: { devices: 6, licences: 16 } },
      'one device': { simulator: { devices: 1 } },
    },
  },
  clock: {
    kinds: [],
    levels: { stands: {}, goes: { simulator: { frozen: false } } },
  },
} as const satisfies Factors;
