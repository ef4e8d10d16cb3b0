/** Controls and samples whose texts name something that they are not given, or that may contain no value. */
import { HOUR } from '../../kit/durations.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { excerpt } from '../../kit/untrusted.ts';
import { type ControlFacts, controlFacts, type Translations } from '../controls.ts';
import type { Say } from '../errors.ts';
import type { Control, ControlName, Profile } from '../profile.ts';
import { controlsUrlFault, isSecretName, templateFaults, templateNames, textsIn } from '../templates.ts';
import { durationFault } from './forms.ts';

/** No command of a control may run longer. */
const LONGEST_COMMAND = { ms: HOUR, words: 'an hour' };

export function controlsMislead({ controlsUrl, controls = {}, samples }: Profile, say: Say): void {
  const fault = controlsUrl === undefined ? undefined : controlsUrlFault(controlsUrl);
  if (fault) say(fault.code, ['controlsUrl'], fault.message, fault.hint);
  for (const [name, control] of Object.entries(controls) as [ControlName, Control][])
    controlMisleads(control, controlFacts[name], (code, at, ...words) =>
      say(code, ['controls', name, ...at], ...words),
    );
  // In samples only `{nonce}` is replaced.
  templatesMislead(samples, ['nonce'], (code, at, ...words) => say(code, ['samples', ...at], ...words));
}

function controlMisleads(control: Control, { takes }: ControlFacts, say: Say): void {
  const all: Control & { reads?: { [fact: string]: string }; values?: Translations; timeout?: string } =
    control;
  const { reads: _, values = {}, timeout, ...texts } = all;
  templatesMislead(texts, takes, say, isSecretName);
  // Two values that are written alike could not be distinguished when they are read.
  for (const [fact, words] of Object.entries(values)) {
    const seen = new Map<string, string>();
    for (const [canonical, word] of typeof words === 'string' ? [] : Object.entries(words)) {
      const other = seen.get(String(word));
      seen.set(String(word), canonical);
      const message = `${excerpt(String(word))} represents both ${other} and ${canonical}`;
      if (other !== undefined)
        say(
          'TRANSLATION_AMBIGUOUS',
          ['values', fact, canonical],
          message,
          'give each value a word of its own',
        );
    }
  }
  for (const { code, message, hint, path } of templateFaults(control)) say(code, path, message, hint);
  const fault = timeout === undefined ? undefined : durationFault(timeout, { longest: LONGEST_COMMAND });
  if (fault) say(fault.code, ['timeout'], fault.message);
}

/** Every text in a value that names what is not given. */
function templatesMislead(
  value: unknown,
  given: readonly string[],
  say: Say,
  isAlsoGiven: (name: string) => boolean = () => false,
): void {
  for (const { text, path } of textsIn(value))
    for (const name of templateNames(text)) {
      if (given.includes(name) || isAlsoGiven(name)) continue;
      const all = given.map((fact) => `{${fact}}`).join(', ') || 'nothing';
      const message = `the control is not given {${excerpt(name)}}`;
      say('TEMPLATE_UNKNOWN', path, message, didYouMean(name, given) ?? `it is given ${all}`);
    }
}
