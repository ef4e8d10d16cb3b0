/** Times of locations that come back otherwise than they were sent. */
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../contracts/kit/durations.ts';
import { type Fetch, idsOf, runAgainst } from './support.ts';

/** A service that shows each last location at another time. */
function shownAt(timeOf: (sent: number) => number) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const answer = await fetch(request);
      if (!request.url.endsWith('/lastLocation') || answer.status !== 200) return answer;
      const location = await answer.json();
      const deviceTime = new Date(timeOf(Date.parse(location.deviceTime))).toISOString();
      return Response.json({ ...location, deviceTime }, { status: answer.status });
    };
}

let reads = 0;

test.each<[string, (sent: number) => number, boolean]>([
  ['an hour early, for want of the offset', (sent) => sent - HOUR, true],
  [
    'five hours and a half late, and cut to seconds',
    (sent) => Math.floor(sent / 1000) * 1000 + 5.5 * HOUR,
    true,
  ],
  ['as they were sent, cut to seconds', (sent) => Math.floor(sent / 1000) * 1000, false],
  ['by another clock', (sent) => sent + 7 * MINUTE, false],
  ['of their own each', (sent) => sent + 15 * MINUTE * ++reads, false],
])('that are %s', async (_, timeOf, drifts) => {
  const run = await runAgainst({}, { wrap: shownAt(timeOf), only: ['devices/posted-location-becomes-last'] });
  const drifted = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
  expect(drifted).toEqual(drifts ? ['records.time'] : []);
  expect(idsOf(run, 'fail')).toEqual([]);
});
