/**
 * The way out. All text that leaves the process passes here, each piece as a whole: secrets are taken
 * out first, then every character is neutralised that would act on a terminal or speak to a build server.
 *
 * Text from outside is neutralised where it enters a message, too; this is the last line.
 */
import { exactJsonText, parseExactJson } from './exact-json.ts';
import { jsonText, shownJson } from './json-text.ts';
import { type Colours, noColours } from './palette.ts';
import { Redactor } from './redact.ts';
import { inert, inertInside, visibleLines } from './untrusted.ts';

declare const clean: unique symbol;
/** Text that came out of an outlet. A writer to a stream or a file takes no other, so that no way leads past it. */
export type Clean = string & { readonly [clean]: true };

export class Outlet {
  readonly #colours: Colours;
  /** Texts that are hidden here, by the user's choice, are hidden in everything that leaves from now on. */
  readonly secrets = new Redactor();
  #issued = new Redactor();

  /** @param colours those that are let through; by default none */
  constructor(colours: Colours = noColours) {
    this.#colours = colours;
  }

  /**
   * Secrets that a deployment chose: the tokens of a run. They are hidden in errors and progress alone, since
   * a token can be any word, and must not change what a report says. Reports are made of a record that a
   * run has taken them out of, field by field.
   */
  get issued(): Redactor {
    return this.#issued;
  }

  /** A new run begins: the tokens of the last one are no longer looked for. */
  forgetIssued(): void {
    this.#issued = new Redactor();
  }

  /** Errors, and the progress of a run. */
  error(text: string): Clean {
    return this.text(this.#issued.text(text));
  }

  /** Text for people, and markup. */
  text(text: string): Clean {
    return passed(inert(this.commands(text)));
  }

  /** Lines that a build server runs. Their writer has made inert what they quote. */
  commands(text: string): Clean {
    return passed(inertInside(this.#neutral(this.secrets.text(text))));
  }

  /** Text with secrets that the user asked for. */
  disclosed(text: string): Clean {
    return this.program(text);
  }

  /**
   * A program whose literals come from a record that secrets were taken out of (`secrets` too): it leaves as it is, since
   * what is taken out of a program changes what it does.
   */
  program(text: string): Clean {
    return passed(inert(this.#neutral(text)));
  }

  /** A value as JSON, and the end of its line. */
  json(value: unknown, indent?: number): Clean {
    const written = exactJsonText(value, indent);
    // A secret in a value is in the text, too, and most values have none.
    const isClean = this.secrets.text(written) === written;
    return passed(`${shownJson(isClean ? written : this.#rewritten(written, indent))}\n`);
  }

  /** The same with secrets that the user asked for. */
  disclosedJson(value: unknown, indent?: number): Clean {
    return passed(`${jsonText(value, indent)}\n`);
  }

  /** JSON that was written already. */
  jsonText(text: string): Clean {
    const hidden = this.secrets.text(text);
    return passed(
      shownJson(hidden === text || isJson(hidden) ? hidden : `${this.#rewritten(text, indentOf(text))}\n`),
    );
  }

  /** The same for a value on each line. */
  jsonLines(text: string): Clean {
    return passed(text.replace(/.+/g, (line) => this.jsonText(line).trimEnd()));
  }

  #neutral(text: string): string {
    return this.#colours.shown(text, visibleLines);
  }

  /** A secret that looks like a piece of JSON is looked for in the values alone. */
  #rewritten(text: string, indent: number | undefined): string {
    return exactJsonText(this.secrets.deep(parseExactJson(text, Number.POSITIVE_INFINITY)), indent);
  }
}

/** Back to the start of the line, and nothing on it (ECMA-48, EL): the one control sequence beside colours, for lines of progress. */
export const clearLine: Clean = passed('\r\u001b[2K');

function passed(text: string): Clean {
  return text as Clean;
}

function indentOf(text: string): number | undefined {
  return /^[[{]\n( +)/.exec(text)?.[1]?.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
