/**
 * Services that get one of the known dangers wrong, by family: each is found in every run, whatever its seed.
 *
 * - `tokens.ts`    forged tokens, requests dressed up as others, credentials that are nearly right
 * - `records.ts`   single fields, texts and empty values of groups and users
 * - `reports.ts`   times and places of locations
 */
import type { Deviation } from '../../../simulator/deviations/deviation.ts';
import { ofEmptied, ofFields, ofTexts } from './records.ts';
import { ofReports } from './reports.ts';
import { ofCredentials, ofForgeries } from './tokens.ts';

export const dangerous: { readonly [family: string]: readonly Deviation[] } = {
  forgeries: ofForgeries,
  credentials: ofCredentials,
  fields: ofFields,
  texts: ofTexts,
  'empty values': ofEmptied,
  'times and places': ofReports,
};
