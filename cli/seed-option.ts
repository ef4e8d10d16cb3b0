/** The form of `--seed`, the same for all commands: each adds its own summary. */
export const seedOption = {
  type: 'number',
  value: 'N',
  min: 0,
  max: 4_294_967_295,
  whole: true,
} as const;
