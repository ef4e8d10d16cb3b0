/** The parts of the product in which a fault costs most, the tests that are to notice, and the share of the faults that they must. */
export const parts = {
  guard: {
    mutate: [
      'simulator/control/guard.ts',
      'simulator/control/secrets.ts',
      'simulator/control/snapshot-key.ts',
    ],
    tests: ['test/service/**', 'test/redaction/**'],
    bar: 90,
  },
  redaction: {
    mutate: ['contracts/kit/placeholders.ts', 'contracts/kit/redact.ts', 'contracts/kit/untrusted.ts'],
    tests: ['test/redaction/**', 'test/profile/**'],
    bar: 90,
  },
  journal: {
    mutate: ['contracts/deployment/journal/**/*.ts'],
    tests: ['test/suite/{left,killed,journal}.test.ts'],
    bar: 90,
  },
  clock: { mutate: ['simulator/time/**/*.ts'], tests: ['test/clock/**'], bar: 80 },
  fleet: {
    mutate: ['simulator/fleet/**/*.ts'],
    tests: ['test/service/**'],
    bar: 80,
  },
  lens: { mutate: ['contracts/profile/lens/**/*.ts'], tests: ['test/profile/**'], bar: 80 },
};
