/** Failures of which the installed command writes scripts, and those of which it writes none. */

export interface ReproductionRow {
  /** The rule that the deployment breaks. */
  rule: string;
  /** The id that is judged, where the rule has many. */
  only?: string;
  /** Why there is no script. */
  none?: RegExp;
}

/** Rules over all areas. */
export const reproductionRows: readonly ReproductionRow[] = [
  { rule: 'token/wrong-api-key' },
  { rule: 'token/unknown-user' },
  { rule: 'token/no-bearer-needed' },
  { rule: 'token/expires-ahead' },
  { rule: 'token/json-object' },
  { rule: 'token/renewal' },
  { rule: 'token/renewal-extends' },
  { rule: 'token/api-enabled' },
  { rule: 'auth/tampered-refused', only: 'auth/tampered-refused/listGroups' },
  { rule: 'auth/header-required', only: 'auth/header-required/listUsers' },
  { rule: 'auth/garbage-refused', only: 'auth/garbage-refused/deleteUser' },
  { rule: 'auth/expired-refused', only: 'auth/expired-refused/listGroups' },
  { rule: 'auth/no-way-round', only: 'auth/no-way-round/listUsers' },
  { rule: 'operations/listGroups', only: 'operations/listGroups' },
  { rule: 'devices/posted-location-becomes-last' },
  { rule: 'devices/unknown-device-not-served' },
  { rule: 'devices/listed-can-be-read' },
  { rule: 'devices/listed-once' },
  { rule: 'devices/location-is-own' },
  { rule: 'groups/kept-as-sent' },
  { rule: 'groups/created-can-be-read' },
  { rule: 'users/created-is-listed' },
  { rule: 'users/created-can-be-read' },
  { rule: 'users/listed-once' },
  { rule: 'users/kept-as-sent' },
  { rule: 'users/replaced-spares-others' },
  { rule: 'limits/stops-at-limit', only: 'limits/stops-at-limit/sms' },
  { rule: 'limits/zero-sends-none', only: 'limits/zero-sends-none/email' },
  { rule: 'limits/next-day-restores', only: 'limits/next-day-restores/email' },
  { rule: 'limits/per-device' },
  { rule: 'expiry/reached-expires' },
  { rule: 'expiry/on-needs-date' },
  { rule: 'expiry/change-any-time' },
  { rule: 'licences/released-serves-another' },
  { rule: 'token/near-miss-refused', none: /it sends almost right keys, which are not in the record/ },
  { rule: 'token/is-jwt', none: /it is about the token itself, which is not in the record/ },
  { rule: 'licences/never-over-allotted', none: /its requests were sent at the same time/ },
  { rule: 'licences/device-uses-one', none: /it shows in the licences of the account, which others change/ },
];
