/** The kinds of expectations, in the order in which an editor offers what they look at. */

/** What can be expected of devices, one after the other, beside the field `device`. */
export const deviceExpectationKinds = ['device', 'usage', 'position', 'last-location', 'locations'] as const;
/** What can be expected of everything else; each is asked for by the field of the same name. */
export const subjectKinds = [
  'devices',
  'licences',
  'sent',
  'withheld',
  'alerts',
  'happened',
  'groups',
  'users',
  'group',
  'user',
  'reply',
] as const;

export type DeviceExpectationKind = (typeof deviceExpectationKinds)[number];
export type SubjectKind = (typeof subjectKinds)[number];
export type ExpectationKind = DeviceExpectationKind | SubjectKind;
