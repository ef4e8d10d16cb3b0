/**
 * The behaviour that a client relies on: each row by direct calls in both dialects, and one row of each kind of call over every other way,
 * where both dialects give the same bytes.
 * Strict mode is one of them: it reports nothing of calls that are right.
 */
import { defaultProfile } from '../../contracts/profile/index.ts';
import { behaveOver, expectSameBytesOver, rowsAcross, subjects } from './behaviour/index.ts';
import { direct, http, mswNode, world } from './ways.ts';

behaveOver(direct(), subjects);
for (const way of [direct('direct calls, strict', { strict: 'refuse' }), http(), mswNode(), world()])
  behaveOver(way, rowsAcross, [defaultProfile]);
for (const way of [http(), mswNode(), world()]) expectSameBytesOver(way);
