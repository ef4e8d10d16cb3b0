/** Paths and what is at them; and what no opening has a name for: see `../gates.ts`. */
import {
  absoluteAddresses,
  afterTheBody,
  beforeTheRoute,
  laidOutOtherwise,
  namedRefusals,
  numberedRefusals,
  redirectedSlashes,
} from '../gates.ts';
import type { Factors } from '../level.ts';

const page = {
  form: 'text',
  contentType: 'text/html; charset=utf-8',
  text: '<!doctype html><html><head><title>Fleet</title></head><body><div id="app"></div></body></html>',
} as const;

export const wayFactors = {
  'on the way': {
    kinds: [],
    levels: {
      'the token comes after the route': {},
      'the token comes before the route': { gate: beforeTheRoute },
      'the token comes after the body': { gate: afterTheBody },
      'addresses are whole': { gate: absoluteAddresses },
      'JSON is laid out otherwise': { gate: laidOutOtherwise },
      'refusals are numbered': { gate: numberedRefusals },
      'refusals name the record that was asked for': { gate: namedRefusals },
      'a slash at the end is redirected': { gate: redirectedSlashes },
    },
  },
  'unknown paths': {
    kinds: [16, 17, 18],
    levels: {
      'are refused as all else': {},
      'are pages': {
        apart: { 'unknown-path': page },
        openings: { 'errors.status': { 'unknown-path': 200 } },
      },
      'are refused without a body': {
        apart: { 'unknown-path': { form: 'empty' } },
        openings: { 'errors.status': { 'unknown-path': 404 } },
      },
      'are refused in other words': {
        apart: {
          'unknown-path': {
            form: 'json',
            contentType: 'application/json',
            constants: { '/route': null, '/ok': false },
          },
        },
      },
      'are refused as all else, and paths are taken in any case': {
        openings: { 'operations.query': { anyCase: true } },
      },
      'are refused as all else, and JSON has a charset': {
        openings: { 'operations.envelope': { contentType: 'application/json; charset=utf-8' } },
      },
    },
  },
} as const satisfies Factors;
