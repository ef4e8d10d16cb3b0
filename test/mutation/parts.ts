/** The parts of the product that are mutated, the tests that are to notice, and how many of the faults they must. */
import { readdirSync } from 'node:fs';
import { root } from './root.ts';

export interface Part {
  name: string;
  /** Files and folders, from the root. */
  files: readonly string[];
  /** Files and folders of tests. */
  tests: readonly string[];
  /** The least share of the faults that must be noticed, from 0 to 1. */
  bar: number;
}

export const parts: readonly Part[] = [
  {
    name: 'guard',
    files: [
      'simulator/control/guard.ts',
      'simulator/control/secrets.ts',
      'simulator/control/snapshot-key.ts',
    ],
    tests: ['test/simulator/control', 'test/service/hosts/unread.test.ts', 'test/kit/redact.test.ts'],
    bar: 1,
  },
  {
    name: 'redaction',
    files: ['contracts/kit/placeholders.ts', 'contracts/kit/redact.ts', 'contracts/kit/untrusted.ts'],
    tests: ['test/kit', 'test/contracts/kit/text.test.ts'],
    bar: 1,
  },
  {
    name: 'caps',
    files: [
      'contracts/kit/bounds.ts',
      'contracts/kit/copied.ts',
      'scenarios/language/bounds.ts',
      'scenarios/motion/bounds.ts',
      'contracts/deployment/transport/admission.ts',
      'contracts/deployment/transport/arriving.ts',
      'contracts/deployment/transport/body.ts',
      'contracts/deployment/transport/record.ts',
      'simulator/hosts/backlog.ts',
      'simulator/control/journal.ts',
      'simulator/fleet/ring.ts',
    ],
    tests: [
      'test/deployment/parts',
      'test/simulator/control/journal.test.ts',
      'test/simulator/control/filters.test.ts',
      'test/simulator/control/waiting.test.ts',
      'test/simulator/fleet/ring.test.ts',
      'test/simulator/hosts',
      'test/docs/bounds.test.ts',
      'test/cli/files.test.ts',
    ],
    bar: 1,
  },
  { name: 'journal', files: ['contracts/deployment/journal/'], tests: ['test/deployment/journal'], bar: 1 },
  {
    name: 'fleet',
    files: ['simulator/fleet/'],
    tests: [
      'test/simulator/fleet',
      'test/simulator/fixture',
      'test/simulator/worlds.test.ts',
      'test/simulator/reset.test.ts',
    ],
    bar: 0.9,
  },
  {
    name: 'clock',
    files: ['simulator/time/'],
    tests: ['test/simulator/time'],
    bar: 0.9,
  },
  {
    name: 'lens',
    files: ['contracts/profile/lens/'],
    tests: ['test/contracts/profile', 'test/simulator/fixture'],
    bar: 0.9,
  },
];

/** The files of the product that these paths name. */
export function sourcesIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    filesAt(path, (name) => name.endsWith('.ts') && !/\.(d|generated)\.ts$/.test(name)),
  );
}

/** The test files that these paths name. */
export function testsIn(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => filesAt(path, (name) => name.endsWith('.test.ts'))))];
}

function filesAt(path: string, wanted: (name: string) => boolean): string[] {
  if (path.endsWith('.ts')) return [path];
  const folder = path.endsWith('/') ? path : `${path}/`;
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(wanted)
    .map((name) => folder + name)
    .sort();
}
