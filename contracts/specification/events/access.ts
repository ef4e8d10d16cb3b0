/** Tokens and the account. */
import { integer, list, object, optionals, yesNo } from '../../kit/schema.ts';
import { instant, text } from '../records/values.ts';
import { defineEvent } from './row.ts';

export const tokenEvents = [
  defineEvent('token-issued', {
    facts: { tokenId: text, expiresAt: instant },
    family: 'settings',
    icon: 'shield',
    words: ({ tokenId }) => `token ${tokenId} issued`,
    affects: ['deadlines'],
  }),
  defineEvent('token-expired', {
    facts: { tokenId: text },
    family: 'settings',
    icon: 'shield',
    words: ({ tokenId }) => `token ${tokenId} expired`,
    terminal: { mark: '·', colour: 'dim', alike: 'tokens expired' },
    affects: ['deadlines'],
  }),
] as const;

export const accountEvents = [
  defineEvent('account-changed', {
    /** The fields that changed; `fields` names those whose value is secret. */
    facts: optionals({
      apiEnabled: yesNo,
      licences: object({ total: integer(), used: integer(), available: integer() }),
      fields: list(text),
    }),
    family: 'settings',
    icon: 'settings',
    words({ apiEnabled, licences, fields = [] }) {
      if (apiEnabled !== undefined) return `API access switched ${apiEnabled ? 'on' : 'off'}`;
      if (licences) return `the account has ${licences.total} licences, ${licences.used} in use`;
      return fields.includes('apiKey') ? 'the account has a new API key' : 'the account changed';
    },
    terminal: { mark: '·', colour: 'dim', alike: 'changes of the account' },
    affects: ['account'],
  }),
] as const;
