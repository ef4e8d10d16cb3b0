/** Controls whose texts name something that they are not given, or that may contain no value. */

import { HOUR } from '../../kit/durations.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { namesOf } from '../../kit/tables.ts';
import { excerpt } from '../../kit/untrusted.ts';
import { type ControlFacts, controlFacts, type Translations } from '../controls.ts';
import type { ProfileIssue } from '../errors.ts';
import type { Control, ControlName, Controls, Profile } from '../profile.ts';
import { controlsUrlFaults, isSecretName, templateFaults, templateNames } from '../templates.ts';
import { durationIssues } from './durations.ts';
import { issue } from './issue.ts';
import { pointerIssues } from './places.ts';

/** No command of a control may run longer. */
const LONGEST_COMMAND = { ms: HOUR, words: 'an hour' };

export function checkControls(controls: Controls): ProfileIssue[] {
  return namesOf(controls).flatMap((name) => {
    const control = controls[name];
    return control ? controlIssues(name, control) : [];
  });
}

function controlIssues(name: ControlName, control: Control): ProfileIssue[] {
  const { takes }: ControlFacts = controlFacts[name];
  const where = ['controls', name];
  const {
    reads = {},
    values = {},
    ...texts
  } = control as {
    reads?: { [fact: string]: string };
    values?: Translations;
  };
  return [
    ...Object.entries(reads).flatMap(([fact, pointer]) =>
      pointerIssues(pointer, formatPointer([...where, 'reads', fact])),
    ),
    ...textsIn(texts, where).flatMap(([text, path]) =>
      templateNames(text)
        .filter((template) => !isSecretName(template) && !takes.some((fact) => fact === template))
        .map((template) => unknownTemplate(template, takes, path)),
    ),
    ...ambiguities(values, [...where, 'values']),
    ...templateFaults(control).map(({ path, ...fault }) => ({
      ...fault,
      pointer: formatPointer([...where, ...path]),
    })),
    ...(control.by === 'command' && control.timeout !== undefined
      ? durationIssues(control.timeout, formatPointer([...where, 'timeout']), { longest: LONGEST_COMMAND })
      : []),
  ];
}

/** Two values that are written alike could not be distinguished when they are read. */
function ambiguities(values: Translations, where: readonly string[]): ProfileIssue[] {
  return Object.entries(values).flatMap(([fact, words]) => {
    if (typeof words === 'string') return [];
    const seen = new Map<string, string>();
    return Object.entries(words).flatMap(([canonical, word]) => {
      const other = seen.get(String(word));
      seen.set(String(word), canonical);
      if (other === undefined) return [];
      return [
        issue(
          'TRANSLATION_AMBIGUOUS',
          formatPointer([...where, fact, canonical]),
          `${excerpt(String(word))} represents both ${other} and ${canonical}`,
          'give each value a word of its own',
        ),
      ];
    });
  });
}

/** A base address that cannot be used. */
export function checkControlsUrl(url: string | undefined): ProfileIssue[] {
  if (url === undefined) return [];
  return controlsUrlFaults(url).map(({ path: _, ...fault }) => ({ ...fault, pointer: '/controlsUrl' }));
}

function unknownTemplate(template: string, takes: readonly string[], path: readonly string[]): ProfileIssue {
  const known =
    takes.length > 0 ? `it is given ${takes.map((fact) => `{${fact}}`).join(', ')}` : 'it is given nothing';
  return issue(
    'TEMPLATE_UNKNOWN',
    formatPointer(path),
    `the control is not given {${excerpt(template)}}`,
    didYouMean(template, takes) ?? known,
  );
}

/** In samples only `{nonce}` is replaced. */
export function checkSamples(samples: Profile['samples']): ProfileIssue[] {
  return textsIn(samples, ['samples']).flatMap(([text, path]) =>
    templateNames(text)
      .filter((template) => template !== 'nonce')
      .map((template) => unknownTemplate(template, ['nonce'], path)),
  );
}

/** Every text in a value, with the names that lead to it. */
function textsIn(value: unknown, path: readonly string[]): [string, string[]][] {
  if (typeof value === 'string') return [[value, [...path]]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inside]) => textsIn(inside, [...path, name]));
}
