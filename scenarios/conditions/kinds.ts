/** The kinds of conditions, and the field by which a story asks for each. In the order in which an editor offers them. */
export const conditionFields = {
  enters: 'enters',
  leaves: 'leaves',
  'speed-above': 'speedAbove',
  'stands-still': 'standsStill',
  'drives-harshly': 'harsh',
  sensor: 'sensor',
  'counter-reaches': 'counterReaches',
  'device-expires': 'expires',
  'message-withheld': 'withheld',
  'alert-raised': 'raises',
  arrives: 'arrives',
} as const;

export type ConditionKind = keyof typeof conditionFields;
