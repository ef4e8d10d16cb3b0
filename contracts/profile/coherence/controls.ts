/** Controls and samples whose texts name something that they are not given, or that may contain no value. */
import { HOUR } from '../../kit/durations.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { excerpt } from '../../kit/untrusted.ts';
import { controlFacts, type Translations } from '../controls.ts';
import type { Say } from '../errors.ts';
import { pointerFault } from '../pointer.ts';
import type { Control, ControlName, Profile } from '../profile.ts';
import { controlsUrlFaults, isSecretName, templateFaults, templateNames } from '../templates.ts';
import { durationFault } from './forms.ts';

/** No command of a control may run longer. */
const LONGEST_COMMAND = { ms: HOUR, words: 'an hour' };

export function controlsMislead({ controlsUrl, controls = {}, samples }: Profile, say: Say): void {
  for (const { code, message, hint } of controlsUrl === undefined ? [] : controlsUrlFaults(controlsUrl))
    say(code, ['controlsUrl'], message, hint);
  for (const [name, control] of Object.entries(controls) as [ControlName, Control][])
    controlMisleads(name, control, say);
  // In samples only `{nonce}` is replaced.
  templatesMislead(samples, ['samples'], ['nonce'], say);
}

function controlMisleads(name: ControlName, control: Control, say: Say): void {
  const where = ['controls', name];
  const {
    reads = {},
    values = {},
    ...texts
  } = {
    ...(control as { reads?: { [fact: string]: string }; values?: Translations }),
  };
  for (const [fact, pointer] of Object.entries(reads)) {
    const fault = pointerFault(pointer);
    if (fault) say(fault.code, [...where, 'reads', fact], fault.message);
  }
  templatesMislead(texts, where, controlFacts[name].takes, say);
  // Two values that are written alike could not be distinguished when they are read.
  for (const [fact, words] of Object.entries(values)) {
    const seen = new Map<string, string>();
    for (const [canonical, word] of typeof words === 'string' ? [] : Object.entries(words)) {
      const other = seen.get(String(word));
      seen.set(String(word), canonical);
      if (other !== undefined)
        say(
          'TRANSLATION_AMBIGUOUS',
          [...where, 'values', fact, canonical],
          `${excerpt(String(word))} represents both ${other} and ${canonical}`,
          'give each value a word of its own',
        );
    }
  }
  for (const { code, message, hint, path } of templateFaults(control))
    say(code, [...where, ...path], message, hint);
  const timeout = control.by === 'command' ? control.timeout : undefined;
  const fault = timeout === undefined ? undefined : durationFault(timeout, { longest: LONGEST_COMMAND });
  if (fault) say(fault.code, [...where, 'timeout'], fault.message);
}

/** Every text in a value that names what is not given, with the names that lead to it. */
function templatesMislead(value: unknown, path: readonly string[], given: readonly string[], say: Say): void {
  if (value !== null && typeof value === 'object')
    for (const [name, inside] of Object.entries(value)) templatesMislead(inside, [...path, name], given, say);
  if (typeof value !== 'string') return;
  for (const name of templateNames(value)) {
    if (given.includes(name) || (isSecretName(name) && path[0] === 'controls')) continue;
    const known =
      given.length > 0 ? `it is given ${given.map((fact) => `{${fact}}`).join(', ')}` : 'it is given nothing';
    const message = `the control is not given {${excerpt(name)}}`;
    say('TEMPLATE_UNKNOWN', path, message, didYouMean(name, given) ?? known);
  }
}
