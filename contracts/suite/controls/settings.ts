/** The settings that a control asks for and a case does not change: they are to stay what they are. */
import type { Control } from '../../profile/profile.ts';
import type { LimitsChange, LimitsRead } from './api.ts';
import { isOption } from './drivers/command.ts';
import { namesIn } from './templates.ts';

/** The counters are never among them: they cannot be set. */
const settings = ['expires', 'expirationDate', 'dailyEmail', 'dailySms'] as const;

/**
 * A change with the settings beside it that the control cannot do without: those that the run knows
 * (`known`), and where a text asks for more, those that are read. A JSON body leaves out what is
 * unknown, so for that alone nothing is read.
 */
export async function withOtherSettings(
  control: Control | undefined,
  change: LimitsChange,
  known: LimitsChange,
  read: (() => Promise<LimitsRead>) | undefined,
): Promise<LimitsChange> {
  const given: LimitsChange = { ...known, ...change };
  const asked = textNames(control);
  if (!read || !settings.some((name) => asked.has(name) && given[name] === undefined)) return given;
  const { exchange: _, usageEmail: __, usageSms: ___, ...present } = await read();
  return { ...present, ...given };
}

/** The names in the parts of a control that are text, and so cannot be left out. */
function textNames(control: Control | undefined): Set<string> {
  if (control?.by === 'command') return namesIn(control.command.filter((part) => !isOption(part)));
  if (control?.by !== 'http') return new Set();
  return namesIn([control.url, control.headers, typeof control.body === 'string' ? control.body : null]);
}
