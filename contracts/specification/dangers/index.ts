/**
 * Known dangers: values and requests that deployments have got wrong, as tables of plain data. Each row has
 * its reason and, where there is one, the public list or report that it is known from; lists are cited for facts, and no text
 * is taken from them. A run tries every row, whatever its seed; what the document leaves open is only observed.
 *
 * - `row.ts`           what every row has
 * - `forgeries.ts`     tokens forged from a genuine one
 * - `bearers.ts`       Authorization headers with what never was a token
 * - `companions.ts`    headers, queries and cookies beside a request without a valid token
 * - `credentials.ts`   credentials that are nearly right
 * - `reports.ts`       times and places of locations
 * - `texts.ts`         texts that stores escape, compose, cut or convert
 */
export { madeUpBearers } from './bearers.ts';
export { companions } from './companions.ts';
export { nearMisses, openMisses } from './credentials.ts';
export { forgeries } from './forgeries.ts';
export { reportPlaces, reportTimes } from './reports.ts';
export { alone, open, parts } from './texts.ts';
