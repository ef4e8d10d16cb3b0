/**
 * Where everybody is, as a stream for a live map: `GET /_control/positions`.
 *
 * - `record.ts`   one position in 16 bytes
 * - `pending.ts`  whom a listener has yet to hear of, and whose turn it is
 * - `stream.ts`   frames in real time, no more of them and no larger than a page can take
 *
 * Nothing is noted when a device reports: whoever listens compares, at each frame, what he told with what
 * there is. So reports cost the same whether anybody looks on, and without listeners nothing runs.
 */
export { positionStream, type StreamOptions } from './stream.ts';
