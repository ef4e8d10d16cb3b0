/**
 * The way out. All text that leaves the process passes here, each piece as a whole: secrets are taken
 * out first, then every character is neutralised that would act on a terminal or speak to a build server.
 *
 * What comes from outside is neutralised where it enters a message, too; this is the last line.
 */
import { jsonText, shownJson } from './json-text.ts';
import { type Ink, noInk } from './palette.ts';
import { Redactor } from './redact.ts';
import { inert, visibleLines } from './untrusted.ts';

export class Outlet {
  /** What is hidden here is hidden in everything that leaves from now on. */
  readonly secrets: Redactor;
  readonly #ink: Ink;

  /** @param ink whose colours are let through; by default nobody's */
  constructor(ink: Ink = noInk, secrets = new Redactor()) {
    this.#ink = ink;
    this.secrets = secrets;
  }

  /** Text for people, and markup. */
  text(text: string): string {
    return inert(this.commands(text));
  }

  /** Lines that a build server runs. What they quote was made inert by their writer. */
  commands(text: string): string {
    return this.disclosed(this.secrets.text(text));
  }

  /** Text with secrets that the user asked to see. */
  disclosed(text: string): string {
    return this.#ink.shown(text, visibleLines);
  }

  /** A value as JSON. */
  json(value: unknown, indent?: number): string {
    return jsonText(this.secrets.deep(value), indent);
  }

  /** JSON that was written already. */
  jsonText(text: string): string {
    const clean = this.secrets.text(text);
    return shownJson(clean === text || isJson(clean) ? clean : this.#rewritten(text));
  }

  /** A secret that looks like a piece of JSON is looked for in the values alone. */
  #rewritten(text: string): string {
    const indent = /^[[{]\n( +)/.exec(text)?.[1]?.length;
    return `${JSON.stringify(this.secrets.deep(JSON.parse(text)), null, indent)}\n`;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
