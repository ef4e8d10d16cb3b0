/** The depot with a habit broken that is about people without a good token. */
import type { Variant } from './variants.ts';

/** The operations that leave a trace which the API shows. */
const writes = ['create', 'replace', 'update', 'delete'].flatMap((verb) => [`${verb}Group`, `${verb}User`]);
const perWrite = (rule: string): string[] => writes.map((operation) => `${rule}/${operation}`);

const lists = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'];
const reads = [...lists, 'readDevice', 'readGroup', 'readUser', 'lastLocation', 'postLocations'];
const wayRound = (operations: readonly string[]): string[] =>
  operations.map((operation) => `auth/no-way-round/${operation}`);

/** A call that is spelled otherwise than the depot has it is served to everybody. */
const openOddly = (_: string, isOdd: boolean): boolean => isOdd;

export const strangerVariants: readonly Variant[] = [
  {
    breaks: perWrite('auth/header-required'),
    what: 'does what it refuses people without a token',
    broken: () => ({ obeysStrangers: (authorization) => authorization === undefined }),
    also: ['auth/no-way-round/'],
  },
  {
    breaks: perWrite('auth/garbage-refused'),
    what: 'does what it refuses people with a made-up token',
    broken: () => ({ obeysStrangers: (authorization) => authorization?.includes('garbage') === true }),
    also: ['auth/garbage-refused/'],
  },
  {
    breaks: [...perWrite('auth/tampered-refused'), ...perWrite('auth/expired-refused')],
    what: 'does what it refuses people with a bad token of three parts',
    broken: () => ({ obeysStrangers: (authorization) => authorization?.split('.').length === 3 }),
    also: ['auth/'],
  },
  {
    breaks: wayRound([...reads, ...writes]),
    what: 'asks nobody for a token where the path ends with a slash',
    thorough: true,
    broken: () => ({
      meant: ({ method, path }) => ({ method, path: path.replace(/\/$/, '') }),
      isOpen: openOddly,
    }),
    also: ['auth/no-way-round/'],
  },
  {
    breaks: wayRound([...reads, ...writes]),
    what: 'asks nobody for a token where the path has a parameter',
    thorough: true,
    broken: () => ({
      meant: ({ method, path }) => ({ method, path: path.replace(/;[^/]*/g, '') }),
      isOpen: openOddly,
    }),
    also: ['auth/no-way-round/'],
  },
  {
    breaks: wayRound([...reads, ...writes]),
    what: 'asks nobody for a token where the query names a method',
    thorough: true,
    broken: () => ({
      meant: ({ method, path, query }) => ({ method: query.get('_method') ?? method, path }),
      isOpen: openOddly,
    }),
    also: ['auth/no-way-round/'],
  },
  {
    breaks: wayRound(['listDevices', 'listUsers']),
    what: 'asks for a token on the first page alone',
    broken: () => ({
      meant: ({ method, path, query }) => ({ method, path: query.has('after') ? `${path}#` : path }),
      isOpen: openOddly,
    }),
    // Its crews fill one page, until the run makes more.
    also: ['auth/no-way-round/listGroups'],
  },
];
