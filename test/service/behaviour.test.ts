/**
 * What a client relies on, in both dialects: each row by direct calls, and one row of each kind of call over every other way.
 * Strict mode is one of them: it reports nothing of calls that are right.
 */
import { behaveOver, expectSameBytesOver, rowsAcross, subjects } from './behaviour/index.ts';
import { direct, http, mswNode, world } from './ways.ts';

behaveOver(direct(), subjects);
for (const way of [direct('direct calls, strict', { strict: 'refuse' }), http(), mswNode(), world()])
  behaveOver(way, rowsAcross);
for (const way of [http(), mswNode(), world()]) expectSameBytesOver(way);
