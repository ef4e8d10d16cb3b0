/** A history that failed as a test for Vitest. What comes from outside is in it as literals and comments only. */
import { commentOf, literalOf } from '../kit/literals.ts';
import type { Profile } from '../profile/profile.ts';
import { secretNames } from '../profile/templates.ts';
import type { Exploration, Failure } from './exploration.ts';
import { savedHistory } from './saved.ts';

/** The deployment that was explored, and how. */
export interface Explored {
  /** Absent: a simulator in the process of the test. */
  target: string | undefined;
  profile: Profile | undefined;
  /** Whether the user chose the profile: then its commands may run, and its secrets are read from the environment. */
  chosen: boolean;
}

/**
 * The text of a test file that plays a history: it passes where some reading of the document explains what comes.
 *
 * @param failure its steps are played again; its other facts are comments
 */
export function renderTest(
  { tool }: Pick<Exploration, 'tool'>,
  failure: Failure,
  explored: Explored,
): string {
  const { target, profile } = explored;
  const name = failure.broken[0]?.join(' and ') ?? 'a history that no reading of the document explains';
  const history = savedHistory(failure.broken, failure.steps);
  return [
    commentOf(`${name}: ${failure.expected}`),
    commentOf(`observed: ${failure.observed}`),
    ...failure.taken.map(({ step, came = 'could not be done' }, index) =>
      commentOf(`${String(index + 1).padStart(3)}. ${step} → ${came}`),
    ),
    commentOf(`Written by ${tool}${target === undefined ? '' : ` for ${target}`}.`),
    ...(target === undefined ? ["import { createSimulator } from 'roadtest';"] : []),
    ...(profile ? ["import type { Profile } from 'roadtest/profile';"] : []),
    "import { describeHistory } from 'roadtest/vitest';",
    '',
    ...(profile ? [`const profile: Profile = ${literalOf(profile)};`, ''] : []),
    `const history = ${literalOf(history)};`,
    '',
    'describeHistory({',
    `  name: ${literalOf(name)},`,
    ...deploymentLines(explored).map((line) => `  ${line},`),
    '  history,',
    '});',
    '',
  ].join('\n');
}

function deploymentLines({ target, profile, chosen }: Explored): string[] {
  if (target === undefined)
    return [`simulator: createSimulator({ devices: 3${profile ? ', profile' : ''} })`];
  const secrets = secretNames(profile?.controls).map(literalOf);
  const values = secrets.map((secret) => `${secret}: process.env[${secret}] ?? ''`);
  return [
    `baseUrl: process.env.ROADTEST_BASE_URL ?? ${literalOf(target)}`,
    "controlToken: process.env.ROADTEST_CONTROL_TOKEN ?? ''",
    ...(profile ? ['profile'] : []),
    ...(chosen ? ['commands: true'] : []),
    ...(chosen && values.length > 0 ? [`controlSecrets: { ${values.join(', ')} }`] : []),
  ];
}
