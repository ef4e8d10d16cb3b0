/**
 * The kinds of actions: what reports, traces and snapshots call each, and the field by which a story asks for it.
 * In the order in which an editor offers them.
 */
export const actionFields = {
  drive: 'drive',
  stop: 'stop',
  alert: 'alert',
  send: 'send',
  'set-limits': 'setLimits',
  activate: 'activate',
  'set-licences': 'setLicences',
  'api-access': 'apiAccess',
  'rotate-key': 'rotateKey',
  token: 'getToken',
  'lose-signal': 'loseSignal',
  'regain-signal': 'regainSignal',
  'set-sensor': 'setSensor',
  'set-fuel': 'setFuel',
  'set-battery': 'setBattery',
  'add-device': 'addDevice',
  'create-group': 'createGroup',
  'replace-group': 'replaceGroup',
  'patch-group': 'patchGroup',
  'delete-group': 'deleteGroup',
  'create-user': 'createUser',
  'replace-user': 'replaceUser',
  'patch-user': 'patchUser',
  'delete-user': 'deleteUser',
  faults: 'faults',
} as const;

export type ActionKind = keyof typeof actionFields;
/** The field that asks for an action of this kind. */
export type ActionField<K extends ActionKind = ActionKind> = (typeof actionFields)[K];
