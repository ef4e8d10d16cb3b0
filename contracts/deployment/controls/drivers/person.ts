/** A control by the person at the keyboard, who does it in the user interface and types what is seen there. */

import { durationMs, spokenDuration } from '../../../kit/durations.ts';
import { inTurn } from '../../../kit/in-turn.ts';
import { shortened, visible } from '../../../kit/untrusted.ts';
import type { ControlName } from '../../../profile/profile.ts';
import { Unreached } from '../../finding.ts';
import { asText, fillText, namesIn, type Value, type Values } from '../templates.ts';
import type { Driver } from './driver.ts';

/** The user interface may refuse these, and that it did is what the history wants to see. */
const MAY_BE_REFUSED: ReadonlySet<ControlName> = new Set(['setLimits', 'activate', 'send']);

/** The longest value that a person is shown, in characters. */
const MOST_SAID = 200;

export const performPerson: Driver<'person'> = async (name, control, values, { host, signal }) => {
  const { person } = host;
  if (!person) {
    throw new Unreached(`the control ${name} needs a person, and this run is not attended`, 'attended');
  }
  // A person does one thing after the other, however many histories wait.
  return inTurn(person, async () => {
    const wish = fillText(control.instruction, spoken(control.instruction, values), asText);
    const note = MAY_BE_REFUSED.has(name) ? ' If it is refused there, go on all the same.' : '';
    const done = await person.perform(wish + note, signal);
    if (done === 'skipped') throw new Unreached(`the person skipped the control ${name}`, `controls.${name}`);
    const facts: { [fact: string]: string } = {};
    for (const [fact, question] of Object.entries(control.asks ?? {})) {
      const answer = await person.ask(fillText(question, spoken(question, values), asText), signal);
      if (answer !== undefined) facts[fact] = answer;
    }
    return { outcome: 'done', said: 'was done by a person', facts };
  });
};

/** Values in words; what is not named is to stay as it is. */
function spoken(template: string, values: Values): Values {
  const words: { [name: string]: string } = {};
  for (const name of namesIn(template))
    if (Object.hasOwn(values, name)) words[name] = word(name, values[name]);
  return words;
}

function word(name: string, value: Value | undefined): string {
  if (name === 'by') return spokenDuration(durationMs(String(value)));
  if (value === undefined) return 'what it is now';
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return visible(shortened(String(value), MOST_SAID));
}
