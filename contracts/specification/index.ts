/**
 * `roadtest/specification`: the interface document as data: what it states, what follows from it, and what it leaves
 * open. The simulator performs this, the contract suite examines it. Imports `contracts/kit` alone.
 *
 * - `sections.ts`    the sections that all the rest refers to
 * - `operations.ts`  the 20 operations with method and path, and the kinds of answers
 * - `rules/`         what a deployment can be held to, a file for each subject
 * - `needs.ts`       what a tester must have before a rule can be judged
 * - `judged.ts`      a rule that holds for each operation or channel, taken apart into what is judged
 * - `openings/`      what is not shown, and what the simulator does there
 * - `records/`       the facts of each record
 * - `dangers/`       values and requests that deployments are known to get wrong
 * - `forms.ts`       texts and numbers of a form, such as durations
 */
export { type Opening, type OpeningId, opening, openings } from './openings/index.ts';
export { type Operation, type OperationId, operation, operations } from './operations.ts';
export { type Rule, type RuleId, rule, rules } from './rules/index.ts';
export { type Section, type SectionId, sections } from './sections.ts';
