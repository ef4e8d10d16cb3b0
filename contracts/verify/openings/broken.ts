/** Drift where a rule is broken: what comes of that says nothing of the answer that is pinned. */
import { areaOf } from '../../specification/rules/index.ts';
import type { Observation, Outcome } from '../run.ts';

/** The areas of rules whose violation shows in what is seen of an opening, by the beginning of its id. Others: all but the limits. */
const areas: { readonly [beginning: string]: readonly string[] } = {
  token: ['token', 'auth'],
  auth: ['token', 'auth', 'operations'],
  groups: ['groups'],
  users: ['users'],
  'records.group': ['groups'],
  'records.user': ['users'],
  limits: ['limits'],
  day: ['limits'],
  expiry: ['expiry', 'licences', 'limits'],
  expired: ['expiry', 'licences', 'devices'],
  activation: ['expiry', 'licences'],
};
const general = ['token', 'auth', 'operations', 'devices', 'groups', 'users'];

export function unlessBroken(seen: Observation, outcomes: readonly Outcome[]): Observation {
  const { opening } = seen;
  const own = areas[opening] ?? areas[opening.split('.')[0] ?? ''] ?? general;
  const broken = outcomes.find(({ id, verdict }) => verdict === 'fail' && own.includes(areaOf(id)));
  if (!seen.drift || !broken) return seen;
  return { ...seen, drift: false, notCompared: `the deployment breaks ${broken.id}, of which it may come` };
}
