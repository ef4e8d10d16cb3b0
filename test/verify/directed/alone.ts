/** A run of histories alone, on devices of their own. */

import type { Host } from '../../../contracts/deployment/host.ts';
import { openDeployment } from '../../../contracts/deployment/session/open-deployment.ts';
import type { Session } from '../../../contracts/deployment/session/session.ts';
import type { History } from '../../../contracts/histories/history.ts';
import { histories } from '../../../contracts/histories/index.ts';
import { type Ruling, rulingsOn, type Witnessed } from '../../../contracts/judge/verdict.ts';
import { messageOf, onDeployment, type Visit } from '../../../contracts/play/on-deployment.ts';
import { DeviceSupply } from '../../../contracts/play/supply.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import { rules } from '../../../contracts/specification/rules/index.ts';
import { knownBy } from '../../../contracts/verify/directed/known.ts';
import { playHistories } from '../../../contracts/verify/directed/playing.ts';
import { unofferedIn, withheldIn } from '../../../contracts/verify/directed/unoffered.ts';
import type { Shown } from '../../../contracts/verify/directed/witness.ts';
import { isSelected, type VerifyOptions } from '../../../contracts/verify/run-options.ts';

export interface DirectedOptions extends VerifyOptions {
  /** Devices that may be made, beside those for histories that fail, which are played on new ones. Default 100. */
  maxDevices?: number;
  /** Histories in place of those of the product. */
  histories?: readonly History[];
}

/** The record of a run of histories. */
export interface Directed extends Visit {
  /** In the order of the ledger. */
  rulings: readonly Ruling[];
  /** Each history as it was played last. */
  witnessed: readonly Witnessed[];
  /** Histories played, with those that were played again. */
  histories: number;
  requests: number;
  devices: number;
  messages: number;
}

const MOST_DEVICES = 100;
/** Some of them are kept for histories in which one is made while the licences are looked at. */
const SPARE = 3;

/** It always ends with a record: what the deployment does becomes a ruling or a problem. */
export async function judgeByHistories(options: DirectedOptions, host: Host): Promise<Directed> {
  const record: Directed = {
    ...{ target: options.baseUrl, nonce: '', seed: options.seed ?? 0, interrupted: false },
    ...{ leftBehind: [], warnings: [], rulings: [], witnessed: [] },
    ...{ histories: 0, requests: 0, devices: 0, messages: 0 },
  };
  const session = await onDeployment(options, host, record, async (session) => {
    record.witnessed = await playAll(session, options, record);
  });
  if (!session) return record;
  const judged = rules.flatMap(expand).filter(({ id }) => isSelected(id, options));
  const ids = judged.map(({ id }) => id);
  const witnessed = record.witnessed.map((one) => session.redactor.deep(one));
  return {
    ...record,
    witnessed,
    rulings: rulingsOn(ids, witnessed, {
      unoffered: unofferedIn(judged, options.profile),
      withheld: withheldIn(judged, options.profile),
      known: knownBy(session),
    }),
    requests: session.transport.exchanges.length,
    messages: session.messages,
  };
}

async function playAll(
  session: Session,
  { histories: given = histories, maxDevices = MOST_DEVICES, ...options }: DirectedOptions,
  record: Directed,
): Promise<readonly Shown[]> {
  const { deployment, end } = openDeployment(session, session.calling('histories', session.signal));
  const most = options.readOnly ? 0 : maxDevices;
  const supply = new DeviceSupply(deployment, Math.max(0, most - SPARE), { spare: Math.min(most, SPARE) });
  try {
    const due = given.filter(({ when }) => when === undefined || (when === 'thorough' && options.thorough));
    const asked = due.filter(({ about }) => about.some((id) => isSelected(id, options)));
    return await playHistories(asked, {
      ...{ session, supply },
      warn: (warning) => record.warnings.push(warning),
      begins: () => record.histories++,
    });
  } finally {
    record.devices = supply.made;
    for (const error of await end()) record.warnings.push(messageOf(error));
  }
}
