/**
 * The bans on imports and on the wall clock: the linter's configuration enforces them.
 * Every ban is shown by a line that it refuses and, beside it, one that it lets pass.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ban {
  /** A file of the part, real or not. */
  file: string;
  refused: string[];
  passed: string[];
}

const bans: Ban[] = [
  {
    file: 'contracts/kit/x.ts',
    refused: [
      "import '../specification/index.ts';",
      "import '../verify/run.ts';",
      "import '../../simulator/index.ts';",
      "import '../../cli/command.ts';",
      "import 'node:buffer';",
    ],
    passed: ["import './redact.ts';", "import 'fastest-levenshtein';"],
  },
  {
    file: 'contracts/specification/rules/x.ts',
    refused: ["import '../../profile/profile.ts';", "import 'ajv';", "import '../../../simulator/index.ts';"],
    passed: [
      "import '../../kit/x.ts';",
      "import './rule.ts';",
      "import '../needs.ts';",
      "import '../records/index.ts';",
    ],
  },
  {
    file: 'contracts/profile/lens/x.ts',
    refused: [
      "import '../../../simulator/http/call.ts';",
      "import type { Call } from '../../../simulator/http/call.ts';",
      "import '../../deployment/options.ts';",
      "import '../../hosts/node.ts';",
      "import '../../specification/index.ts';",
      "import 'node:fs';",
    ],
    passed: [
      "import '../../kit/x.ts';",
      "import '../../specification/operations.ts';",
      "import '../records.ts';",
      "import 'ajv';",
    ],
  },
  {
    file: 'contracts/judge/x.ts',
    refused: [
      "import '../verify/run.ts';",
      "import '../profile/lens/lens.ts';",
      "import '../specification/index.ts';",
      "import '../../simulator/index.ts';",
    ],
    passed: [
      "import '../kit/x.ts';",
      "import '../specification/judged.ts';",
      "import '../profile/facts.ts';",
      "import './event.ts';",
    ],
  },
  {
    file: 'contracts/judge/parts/x.ts',
    refused: [
      "import '../../deployment/answer.ts';",
      "import '../../play/steps.ts';",
      "import '../../profile/lens/lens.ts';",
    ],
    passed: ["import '../../kit/x.ts';", "import '../../specification/judged.ts';", "import '../event.ts';"],
  },
  {
    file: 'contracts/play/x.ts',
    refused: [
      "import '../judge/judge.ts';",
      "import '../explore/search.ts';",
      "import '../report/text.ts';",
      "import '../../simulator/index.ts';",
    ],
    passed: ["import '../judge/event.ts';", "import '../deployment/answer.ts';", "import './steps.ts';"],
  },
  {
    file: 'contracts/verify/directed/x.ts',
    refused: [
      "import '../../explore/search.ts';",
      "import '../../report/text.ts';",
      "import '../../hosts/node.ts';",
      "import '../../../simulator/index.ts';",
    ],
    passed: [
      "import '../../judge/verdict.ts';",
      "import '../../histories/index.ts';",
      "import '../../play/player.ts';",
      "import '../run.ts';",
    ],
  },
  {
    file: 'contracts/histories/x.ts',
    refused: [
      "import '../judge/judge.ts';",
      "import '../play/player.ts';",
      "import '../verify/run.ts';",
      "import '../profile/profile.ts';",
      "import '../specification/index.ts';",
      "import '../../simulator/index.ts';",
    ],
    passed: [
      "import '../play/steps.ts';",
      "import '../judge/event.ts';",
      "import '../specification/judged.ts';",
      "import './history.ts';",
    ],
  },
  {
    file: 'contracts/deployment/x.ts',
    refused: [
      "import '../judge/judge.ts';",
      "import '../play/player.ts';",
      "import '../verify/run.ts';",
      "import '../../simulator/index.ts';",
      "import '../../scenarios/index.ts';",
      "import '../../cli/command.ts';",
      "import '../profile/index.ts';",
      "import '../specification/index.ts';",
    ],
    passed: [
      "import '../kit/x.ts';",
      "import '../profile/profile.ts';",
      "import '../specification/rules/index.ts';",
    ],
  },
  {
    file: 'simulator/time/x.ts',
    refused: [
      "import '../fleet/types.ts';",
      "import '../../contracts/specification/index.ts';",
      "import 'node:timers';",
    ],
    passed: ["import '../../contracts/kit/x.ts';", "import './timeline.ts';", "import 'temporal-polyfill';"],
  },
  {
    file: 'scenarios/motion/x.ts',
    refused: ["import '../../simulator/index.ts';", "import '../tracks/index.ts';", "import 'node:fs';"],
    passed: ["import '../../contracts/kit/x.ts';", "import './geo.ts';"],
  },
  {
    file: 'simulator/fleet/x.ts',
    refused: [
      "import '../http/call.ts';",
      "import '../control/api.ts';",
      "import '../../contracts/profile/index.ts';",
      "import '../../contracts/specification/index.ts';",
      "import 'node:crypto';",
      "await import('../http/call.ts');",
      "export * from '../http/call.ts';",
    ],
    passed: [
      "import '../../contracts/kit/x.ts';",
      "import '../../contracts/specification/events/index.ts';",
      "import '../../contracts/specification/openings/index.ts';",
      "import '../time/timeline.ts';",
      "import './types.ts';",
      "import '@msw/data';",
    ],
  },
  {
    file: 'simulator/http/operations/x.ts',
    refused: [
      "import '../../hosts/node.ts';",
      "import '../../../scenarios/index.ts';",
      "import '../../../cli/command.ts';",
      "import '../../../contracts/verify/run.ts';",
      "import '../../../contracts/profile/index.ts';",
      "import '../../../contracts/specification/index.ts';",
    ],
    passed: [
      "import '../../../contracts/kit/x.ts';",
      "import '../../fleet/fleet.ts';",
      "import '../../time/clock.ts';",
      "import '../../../contracts/profile/lens/lens.ts';",
      "import '../../../contracts/specification/operations.ts';",
      "import '../../../contracts/specification/records/index.ts';",
    ],
  },
  {
    file: 'simulator/index.ts',
    refused: ["import '../scenarios/index.ts';", "import './hosts/node.ts';", "import '../cli/command.ts';"],
    passed: [
      "import '../contracts/kit/x.ts';",
      "import './http/service.ts';",
      "import './hosts/fetch.ts';",
      "import '../contracts/profile/profile.ts';",
    ],
  },
  {
    file: 'simulator/hosts/msw.ts',
    refused: [
      "import '../fleet/fleet.ts';",
      "import '../../contracts/profile/index.ts';",
      "import 'node:http';",
    ],
    passed: [
      "import '../../contracts/kit/x.ts';",
      "import '../http/call.ts';",
      "import './fetch.ts';",
      "import 'msw';",
    ],
  },
  {
    file: 'simulator/hosts/node.ts',
    refused: ["import '../control/api.ts';", 'process.exit(1);', "console.log('x');"],
    passed: ["import 'node:http';"],
  },
  {
    file: 'simulator/vitest/x.ts',
    refused: [
      "import '../../scenarios/index.ts';",
      "import '../../contracts/verify/run.ts';",
      "import '../deviations/index.ts';",
      "import 'node:fs';",
    ],
    passed: [
      "import '../simulator.ts';",
      "import '../hosts/node.ts';",
      "import '../../contracts/vitest/index.ts';",
      "import 'vitest';",
    ],
  },
  {
    file: 'simulator/console/panels/x.ts',
    refused: [
      "import '../../fleet/types.ts';",
      "import type { Reply } from '../../http/call.ts';",
      "import '../../control/api.ts';",
      "import '../../hosts/node.ts';",
      "import '../../time/clock.ts';",
      "import '../../index.ts';",
      "import '../../../contracts/specification/index.ts';",
      "import '../../../scenarios/index.ts';",
      "import 'node:fs';",
      'process.exit(1);',
      "console.log('x');",
    ],
    passed: [
      "import '../../../contracts/kit/x.ts';",
      "import '../../../contracts/specification/events/index.ts';",
      "import type { Device } from '../../control/schemas/index.ts';",
      "import '../api/control.ts';",
      "import '../state/clock.ts';",
      "import 'preact';",
      'performance.now();',
      'setTimeout(() => {}, 1);',
      'requestAnimationFrame(() => {});',
    ],
  },
  {
    file: 'simulator/console/map/x.ts',
    refused: [
      "import '../../fleet/fleet.ts';",
      "import '../../control/api.ts';",
      "import '../../time/clock.ts';",
      "import '../../simulator.ts';",
      "import '../../../contracts/profile/index.ts';",
      "import 'node:http';",
      'process.exit(1);',
      "console.log('x');",
    ],
    passed: [
      "import '../state/index.ts';",
      "import '../api/index.ts';",
      'performance.now();',
      'setTimeout(() => {}, 1);',
      'requestAnimationFrame(() => {});',
    ],
  },
  {
    file: 'scenarios/player/x.ts',
    refused: [
      "import '../../simulator/index.ts';",
      "import '../../simulator/hosts/node.ts';",
      "import '../../simulator/console/state/index.ts';",
      "import '../../contracts/verify/run.ts';",
      "import '../../contracts/report/summary.ts';",
      "import '../../contracts/specification/index.ts';",
      "import '../../cli/command.ts';",
      "import 'node:fs';",
    ],
    passed: [
      "import '../../contracts/kit/x.ts';",
      "import '../../simulator/fleet/types.ts';",
      "import '../../contracts/specification/operations.ts';",
      "import '../../contracts/profile/lens/lens.ts';",
      "import '../motion/geo.ts';",
    ],
  },
  {
    file: 'cli/commands/x.ts',
    refused: [
      "import '../../simulator/index.ts';",
      "import '../../simulator/console/state/index.ts';",
      "import '../../scenarios/index.ts';",
      "import '../../contracts/profile/index.ts';",
      "import '../../contracts/vitest/index.ts';",
      "import '../../contracts/verify/index.ts';",
      "import '../../test/growth.ts';",
      'process.exit(1);',
      "console.log('x');",
    ],
    passed: [
      "import '../../contracts/kit/x.ts';",
      "import '../../contracts/verify/run.ts';",
      "import '../../simulator/time/clock.ts';",
      "import '../../simulator/hosts/node.ts';",
      "import '../../scenarios/player/play.ts';",
      "import 'node:fs';",
      'Date.now();',
      'setTimeout(() => {}, 1);',
    ],
  },
  ...['contracts/profile/y.ts', 'simulator/http/y.ts', 'simulator/control/y.ts', 'scenarios/player/y.ts'].map(
    (file) => ({
      file,
      refused: [
        'Date.now();',
        'Date.now;',
        'new Date();',
        'Date();',
        'Math.random();',
        "Math['random']();",
        'crypto.randomUUID();',
        'performance.now();',
        'globalThis.Date;',
        'setTimeout(() => {}, 1);',
        'setInterval(() => {}, 1);',
        'setImmediate(() => {});',
        'process.exit(1);',
        "console.log('x');",
      ],
      passed: ['new Date(0);', 'Date.UTC(2026, 0);', 'Math.floor(1.5);'],
    }),
  ),
  ...['contracts/deployment/y.ts', 'contracts/profile/lens/y.ts'].map((file) => ({
    file,
    refused: ['JSON.parse(text);', 'JSON.stringify({});', 'jsonIn(text);', 'Date.now();'],
    passed: ['exactJsonIn(text);', 'parseExactJson(text);'],
  })),
  {
    file: 'simulator/time/pace.ts',
    refused: ["console.log('x');", "import 'node:perf_hooks';"],
    passed: ['Date.now();', 'performance.now();', 'setTimeout(() => {}, 1);'],
  },
];

const banRules = ['noRestrictedImports', 'noNodejsModules', 'noRestrictedGlobals', 'noConsole', 'plugin'];

describe('the linter', () => {
  let folder: string;
  const refusedLines = new Map<string, Set<number>>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roadtest-bans-'));
    for (const name of ['.biome.json', '.build/wall-clock.grit', '.build/exact-numbers.grit', '.gitignore']) {
      await cp(join(root, name), join(folder, name));
    }
    for (const { file, refused, passed } of bans) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), [...refused, ...passed].join('\n'));
    }
    for (const { file, line } of await complaints(folder)) {
      refusedLines.set(file, (refusedLines.get(file) ?? new Set()).add(line));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe.each(bans)('in $file', ({ file, refused, passed }) => {
    it.each(refused.map((line, index) => ({ line, number: index + 1 })))('refuses $line', ({ number }) => {
      expect(refusedLines.get(file)).toContain(number);
    });

    it.each(passed.map((line, index) => ({ line, number: refused.length + index + 1 })))(
      'lets $line pass',
      ({ number }) => {
        expect(refusedLines.get(file)).not.toContain(number);
      },
    );
  });
});

/** Every complaint of a ban, with the file and the line it is about. */
async function complaints(folder: string): Promise<{ file: string; line: number }[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const words = [
    biome,
    'lint',
    '--reporter=github',
    '--max-diagnostics=none',
    '--diagnostic-level=error',
    '.',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder }).catch(
    (error) => error,
  );
  const found = stdout.matchAll(/^::error title=([^,]+),file=([^,]+),line=(\d+)/gm);
  return [...found]
    .filter(([, rule]) => banRules.some((ban) => rule.endsWith(ban)))
    .map(([, , file, line]) => ({ file: relative(folder, file), line: Number(line) }));
}
