/** Devices that are listed and read, and such that do not exist. */
import { isFields } from '../../../kit/fields.ts';
import { itemAt } from '../../../kit/items.ts';
import type { AnyId, Facts } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect, Unreached } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { licenceOf, recordShows } from '../../reading/device.ts';
import { readPage } from '../../reading/list.ts';
import { contentOf } from '../../reading/success.ts';
import { readsAsRefusal } from '../accepted.ts';
import { judgeOnce } from './once.ts';
import { newDevices } from './own.ts';
import { sameShape } from './shape.ts';

/** Facts that distinguish one device from another, and stay what they are while a case runs. */
const distinguishing = ['imei', 'name', 'licencePlate', 'phone'] as const;

export const readingCases = {
  'devices/listed-can-be-read': {
    touches: 'nothing',
    cost: { requests: 5 },
    async judge(context) {
      const list = await context.fingerprints.withToken('listDevices');
      const first = await judgeListed(context, list);
      if (first.verdict !== 'fail') return first;
      // The device may have been removed since.
      return judgeListed(context, await context.call('listDevices'));
    },
  },
  'devices/listed-once': {
    touches: 'quiet',
    cost: { requests: 4, creates: ['device'] },
    async judge(context) {
      // A new one is surely in the list, and the last of it; others of the run may have expired.
      if (context.controls.has('createDevice')) await newDevices(context, 1);
      return judgeOnce(context, {
        own: [...new Set([...context.make.standing('device'), ...(context.profile.known?.device ?? [])])],
        // One that has expired may be left out of the list.
        async confirms(id) {
          const { facts } = context.lens
            .reply('device')
            .read(contentOf(await context.call('readDevice', { id })));
          if (String(facts.id) !== String(id)) return false;
          const licence = await licenceOf(context, id);
          return licence === undefined
            ? context.controls.own().every((own) => String(own.id) !== String(id) || !own.dated)
            : licence === 'used';
        },
      });
    },
  },
  'devices/unknown-device-not-served': {
    touches: 'nothing',
    cost: { requests: 4 },
    async judge(context) {
      const known = await context.fingerprints.withToken('readDevice');
      const unknown = await context.fingerprints.unknownId('readDevice');
      if (!(await isDevice(context, known))) {
        return inconclusive(
          'A known device is not served, so that an unknown one cannot be distinguished from it.',
          'known.device',
        );
      }
      if (!sameShape(known, unknown)) {
        if (isEmptyDevice(context, known, unknown))
          return fail(
            `the id ${unknown.id}, which names no device, not to be answered as a known one`,
            'a device without fields',
            known,
            unknown,
          );
        return (
          (await judgeMisread(context, known)) ??
          pass(
            `The id ${unknown.id} names no device and is not answered as a known device is.`,
            known,
            unknown,
          )
        );
      }
      if (
        recordShows(context, 'id') &&
        context.lens.reply('device').read(contentOf(unknown)).facts.id === undefined
      ) {
        return inconclusive('The answer to an unknown id has the form of a device, but no id in it.');
      }
      return fail(
        `the id ${unknown.id}, which names no device, not to be answered as a known one`,
        'a device',
        known,
        unknown,
      );
    },
  },
} satisfies Cases;

/** Whether an id that names no device is answered as a known one is; `undefined` where that cannot be told. */
export async function answersAsKnown(context: CaseContext): Promise<boolean | undefined> {
  const { verdict } = await readingCases['devices/unknown-device-not-served'].judge(context);
  return verdict === 'inconclusive' ? undefined : verdict === 'fail';
}

/**
 * Whether an unknown id gets a success with nothing in it where a known one gets its device. Where the profile does not say
 * that unknown ids are refused with another status, that may be how they are refused.
 */
function isEmptyDevice(context: CaseContext, known: Answer, unknown: Answer): boolean {
  const pinned = context.profile.openings['errors.status']?.['unknown-id'];
  if (pinned === undefined || pinned === unknown.status || unknown.status !== known.status) return false;
  const { json } = unknown;
  const isEmpty = Array.isArray(json) ? json.length === 0 : isFields(json) && Object.keys(json).length === 0;
  return isEmpty && !readsAsRefusal(context, unknown);
}

/** What comes after an id that a careless reader takes for its end, and what matches any id in a pattern. */
const MISREAD: readonly ((id: AnyId) => string)[] = [(id) => `${id}x`, () => '%'];

/** A failure when what is no id is answered by a device that has another. */
async function judgeMisread(context: CaseContext, known: Answer): Promise<Finding | undefined> {
  if (!recordShows(context, 'id')) return undefined;
  const idIn = (answer: Answer) => context.lens.reply('device').read(contentOf(answer)).facts.id;
  const id = idIn(known);
  if (id === undefined || id === null) return undefined;
  for (const misread of MISREAD.map((of) => of(id))) {
    const answer = await context.call('readDevice', { id: misread });
    const read = idIn(answer);
    if (read === undefined || read === null || String(read) === misread || !sameShape(known, answer))
      continue;
    const expected = `the id ${misread}, which names no device, not to be answered as a known one`;
    return fail(expected, `the device ${read}`, known, answer);
  }
  return undefined;
}

/** Devices of the list that are read, beside the first; and reads of each of them, of which one may go wrong. */
const MORE = 2;
const THOROUGH = { more: 20, times: 8 };

async function judgeListed(context: CaseContext, list: Answer): Promise<Finding> {
  const { records, issues } = readPage(context.lens, 'devices', list.json);
  const named = records.filter(({ id }) => id !== undefined && id !== null);
  // An expired one may not be readable (`expired.may`).
  const lively = named.filter(({ licence }) => licence !== 'expired');
  const [first, ...others] = lively.length > 0 ? lively : named;
  if (!first) {
    const why = issues[0] ? `expected ${issues[0].expected}, found ${issues[0].found}` : 'it has none';
    throw new Unreached(`no device can be read in the list: ${why}`, 'known.device', 'records.device');
  }
  const drawn = context.chance
    .shuffled('listed devices', others)
    .slice(0, context.thorough ? THOROUGH.more : MORE);
  const findings: Finding[] = [];
  for (const device of [first, ...drawn]) {
    for (let time = 0; time < (context.thorough ? THOROUGH.times : 1); time++) {
      const finding = await judgeOne(context, list, device);
      if (finding.verdict === 'fail') return finding;
      findings.push(finding);
    }
  }
  const passed = findings.find(({ verdict }) => verdict === 'pass');
  const refused = findings.find(({ verdict }) => verdict !== 'pass');
  if (!passed || !refused) return itemAt(findings, 0);
  return (await contradiction(context, [first, ...drawn])) ?? passed;
}

/** A device that the list shows and whose read is refused, both again, while others are read. */
async function contradiction(
  context: CaseContext,
  devices: readonly Facts<'device', AnyId>[],
): Promise<Finding | undefined> {
  const { records, pages } = await context.list('devices');
  for (const { id, licence } of records) {
    // One that is expired may be hidden.
    const wasRead = devices.some((one) => one.id === id && one.licence === 'used');
    if (!wasRead || licence !== 'used' || id === undefined || id === null) continue;
    const answer = await context.call('readDevice', { id });
    if ((await context.fingerprints.kind('readDevice', answer)) !== 'refused') continue;
    return suspect(
      `The list shows the device ${id}, and a read of it is refused each time; others are read.`,
      ...pages,
      answer,
    );
  }
  return undefined;
}

async function judgeOne(
  context: CaseContext,
  list: Answer,
  listed: Facts<'device', AnyId>,
): Promise<Finding> {
  const { id } = listed;
  if (id === undefined || id === null) throw new RangeError('A listed device has an id.');
  const answer = await context.call('readDevice', { id });
  const evidence = [list, answer];
  const { facts } = context.lens.reply('device').read(contentOf(answer));
  const compared = compare(listed, facts);
  if (compared === 'same' && isEmptied(context, listed, facts))
    return fail(
      `the device ${id} of the list to be read by its id`,
      `nothing of it but its id in ${describeAnswer(answer)}`,
      ...evidence,
    );
  if (compared === 'same') return pass('The devices of the list can be read by their ids.', ...evidence);
  const kind = await context.fingerprints.kind('readDevice', answer);
  if (compared === undefined && kind === 'served') {
    return inconclusive(
      'A device is read, but nothing in it shows which one.',
      'records.device',
      'operations.envelope',
    );
  }
  if (kind === 'refused' || kind === 'unclear') {
    return inconclusive(
      `The device ${id} of the list could not be read, for a reason that need not be its absence.`,
    );
  }
  if (listed.licence === 'expired' && context.profile.openings['expired.may']?.read !== true) {
    return inconclusive(`The only listed devices are expired, and may not be readable.`, 'expired.may');
  }
  return fail(
    `the device ${id} of the list to be read by its id`,
    compared === 'other'
      ? `another device, ${facts.id ?? facts.name ?? facts.imei}`
      : `none in ${describeAnswer(answer)}`,
    ...evidence,
  );
}

/** Facts of a device in the list, so many that a read of it cannot but show one of them. */
const SEVERAL = 3;

/** Whether the list shows several facts of a device that a read has places for, and the read none but the id. */
function isEmptied(
  { lens }: CaseContext,
  listed: Facts<'device', AnyId>,
  read: Facts<'device', AnyId>,
): boolean {
  const shown = (facts: Facts<'device', AnyId>) =>
    lens
      .reply('device')
      .facts.filter((fact) => fact !== 'id' && facts[fact] !== undefined && facts[fact] !== null);
  return shown(listed).length >= SEVERAL && shown(read).length === 0;
}

/** Whether two records are of one device; `undefined` when they have no evidence fact in common. */
function compare(one: Facts<'device', AnyId>, other: Facts<'device', AnyId>): 'same' | 'other' | undefined {
  if (other.id !== undefined && other.id !== null)
    return String(one.id) === String(other.id) ? 'same' : 'other';
  const fact = distinguishing.find(
    (name) => typeof one[name] === 'string' && typeof other[name] === 'string',
  );
  if (fact === undefined) return undefined;
  return one[fact] === other[fact] ? 'same' : 'other';
}

/** Whether an answer is that of a device that exists. */
async function isDevice(context: CaseContext, answer: Answer): Promise<boolean> {
  if (recordShows(context, 'id'))
    return context.lens.reply('device').read(contentOf(answer)).facts.id !== undefined;
  return answer.json !== undefined && (await context.fingerprints.kind('readDevice', answer)) !== 'refused';
}
