/** A profile that says all there is to say, and those that lack one thing each: a place, a control, a sample, an id, an answer. */
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import { defaultProfile, type Profile } from '../../contracts/profile/index.ts';
import { readsLicence, templates } from '../suite/office.ts';

/** The ways in which the run has devices. `expired`: those that the profile names had expired before. */
export type Devices = 'made' | 'known' | 'expired';

/** A profile, and what it says nothing of; `nothing` for the whole one. */
export interface Reduced {
  readonly lacks: string;
  readonly devices: Devices;
  readonly profile: Profile;
}

/** The devices that profiles name. */
export const KNOWN = [2, 3];

/** The whole profile. A fact has one place, so that without the place nothing shows it. */
function wholeProfile(devices: Devices): Profile {
  const { openings } = defaultProfile;
  const { licence: _, ...fields } = openings['records.device'].fields;
  const { createDevice, removeDevice, ...controls } = {
    ...templates,
    readLimits: readsLicence,
    send: {
      ...templates.send,
      body: { channel: '{channel}', count: '{count}' },
      reads: { sent: '/sent', withheld: '/withheld' },
    },
    activate: { ...templates.activate, body: { expirationDate: '{expirationDate}' } },
  } satisfies Profile['controls'];
  return {
    ...defaultProfile,
    openings: { ...openings, 'records.device': { ...openings['records.device'], fields } },
    known: {
      ...(devices !== 'made' && { device: KNOWN.map((id) => `dev-${id}`) }),
      group: ['grp-1'],
      user: ['usr-1'],
    },
    samples: {
      location: { speed: 12 },
      alert: { type: 'tow', severity: 'warning', text: 'a test' },
      group: { name: 'roadtest {nonce}', description: 'may be deleted' },
      user: { name: 'roadtest {nonce}', email: 'roadtest-{nonce}@example.test', country: 'DE' },
    },
    controls: devices === 'made' ? { ...controls, createDevice, removeDevice } : controls,
  };
}

/** The parts of a profile of which each entry can be left out by itself. */
const parts: readonly (readonly string[])[] = [
  ['controls'],
  ['controls', 'readLimits', 'reads'],
  ['controls', 'setLimits', 'body'],
  ['controls', 'setLimits', 'body', 'usage'],
  ['controls', 'send', 'body'],
  ['controls', 'send', 'reads'],
  ['controls', 'activate', 'body'],
  ['controls', 'readLicences', 'reads'],
  ['samples'],
  ['known'],
  ['openings'],
  ...['device', 'location', 'group', 'user'].map((record) => ['openings', `records.${record}`, 'fields']),
];

/** Places that a profile cannot do without. */
const needed: ReadonlySet<string> = new Set([
  '/controls/setLimits/body/usage',
  '/controls/send/body/channel',
  ...['device', 'group', 'user'].map((record) => `/openings/records.${record}/fields/id`),
]);

/** Answers, and places of records, that a verdict may rest on. The others are there in each profile. */
const decisive =
  /^\/openings\/(token\.|auth\.|errors\.status|operations\.|records\.(device|location|alert|group|user|id|required)$|limits\.|(locations|alerts)\.purpose|patch|day\.ends|expir|activation|consistency|records\.\w+\/fields\/(name|groupId|deviceTime|latitude|longitude|description|deviceIds|email|country|groupIds)$)/;

interface Tree {
  readonly [name: string]: Tree;
}

/** The whole profile, and without each of these. */
export function reducedProfiles(devices: Devices): Reduced[] {
  const whole = wholeProfile(devices);
  const lacking = parts.flatMap((path) => {
    const part = path.reduce((tree, name) => tree[name] ?? {}, whole as unknown as Tree);
    return Object.keys(part).map((name) => [...path, name]);
  });
  return [
    { lacks: 'nothing', devices, profile: whole },
    { lacks: 'every answer', devices, profile: { ...whole, openings: {} } },
    ...lacking
      .map((path) => ({ path, lacks: formatPointer(path) }))
      .filter(({ lacks }) => !needed.has(lacks) && (!lacks.startsWith('/openings') || decisive.test(lacks)))
      .map(({ path, lacks }) => ({
        ...{ lacks, devices },
        profile: without(whole as unknown as Tree, path) as unknown as Profile,
      })),
  ];
}

function without(tree: Tree, [name = '', ...path]: readonly string[]): Tree {
  const { [name]: part = {}, ...others } = tree;
  return path.length === 0 ? others : { ...others, [name]: without(part, path) };
}
