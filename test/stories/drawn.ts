/** Stories that fast-check draws: vehicles of all kinds, and what a story can do with them at any moment. */
import fc from 'fast-check';

const routes = ['round', 'town', 'line'];
const part = fc.record({
  count: fc.integer({ min: 1, max: 5 }),
  vehicle: fc.constantFrom('car', 'truck', 'bike'),
  drives: fc.option(
    fc.record({
      route: fc.constantFrom(...routes),
      repeat: fc.constantFrom('once', 'loop', 'back-and-forth'),
      above: fc.constantFrom(0, 12),
      dwell: fc.constantFrom('0s', '90s', '5m'),
    }),
    { nil: undefined },
  ),
  report: fc.record({ moving: fc.constantFrom('7s', '30s'), parked: fc.constant('2m'), turns: fc.boolean() }),
});

const driven = [
  ...routes.map((route) => `{ drive: IT, route: ${route}, repeat: once }`),
  '{ stop: IT, for: 3m }',
  '{ stop: IT }',
];
const other = [
  '{ loseSignal: IT, for: 4m }',
  '{ loseSignal: IT, for: 2m, buffered: off }',
  '{ regainSignal: IT }',
  '{ setSensor: IT, sensor: load, value: 7, over: 3m }',
  '{ setFuel: IT, percent: 9 }',
  '{ alert: IT, type: sos, times: 3, apart: 40s, outcome: any }',
  '{ setLimits: IT, dailySms: 2, outcome: any }',
  '{ deviceFaults: IT, clock: { ahead: 400d }, copies: 2, for: 5m }',
  '{ deviceFaults: IT, jumps: { upTo: 3km, oneIn: 2 }, uploadOrder: shuffled }',
  '{ deviceFaults: IT, position: frozen, sensors: { load: stuck, fuel: 5000 } }',
  '{ endDeviceFaults: IT }',
  'getToken',
];

/** Half an hour of up to three parts, with up to a dozen of what is done; `moving` leaves out what changes reports alone. */
export const drawnStories = ({ moving = false } = {}): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 1_799 }),
          fc.nat(2),
          fc.constantFrom(...(moving ? driven : [...driven, ...other])),
        ),
        { maxLength: 12 },
      ),
      fc.integer({ min: 1, max: 1_000 }),
    )
    .map(([parts, done, seed]) => {
      const fleet = parts.map((one, at) => [`p${at}`, { ...one, sensors: { load: 3 } }]);
      const entries = done.map(
        ([after, of, action]) =>
          `  - { at: ${after}s, do: ${action.replace('IT', `p${of % parts.length}`)} }\n`,
      );
      return `title: Drawn
clock: { start: 2026-03-02 07:00, for: 30m, seed: ${seed} }
places: { centre: { around: market-square, radius: 600m } }
routes: { round: { roads: [depot, harbour, museum] }, town: roaming, line: { waypoints: [[47.2, 19.5], [47.22, 19.56]], speedLimit: 90 } }
fleet: ${JSON.stringify(Object.fromEntries(fleet))}
timeline:
  - { when: { enters: centre }, limit: 5, caption: "{it} comes" }
  - { when: { standsStill: 4m }, if: { device: it, notNear: centre }, limit: 5, do: { send: it, channel: sms } }
  - { when: { leaves: centre }, limit: 5, caption: "{it}: {sent}" }
${entries.join('')}expect: [{ devices: { atLeast: 1 } }]
`;
    });
