/** The commands by their names, each loaded when it is called. */
import type { CommandTable } from '../run.ts';

export const commands: CommandTable = {
  serve: async () => (await import('./serve.ts')).serve,
  class: async () => (await import('./class.ts')).teaching,
  exec: async () => (await import('./exec.ts')).exec,
  prove: async () => (await import('./prove.ts')).prove,
  play: async () => (await import('./play.ts')).play,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  export: async () => (await import('./export.ts')).exporting,
  demo: async () => (await import('./demo.ts')).demo,
  learn: async () => (await import('./learn.ts')).learn,
  verify: async () => (await import('./verify.ts')).verify,
  judge: async () => (await import('./judge.ts')).judge,
  explore: async () => (await import('./explore.ts')).explore,
  diff: async () => (await import('./diff.ts')).diff,
  sweep: async () => (await import('./sweep.ts')).sweep,
  rules: async () => (await import('./rules.ts')).rules,
};
