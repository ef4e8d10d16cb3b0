/**
 * The way out. All text that leaves the process passes here, each piece as a whole: secrets are taken
 * out first, then every character is neutralised that would act on a terminal or speak to a build server.
 *
 * Text from outside is neutralised where it enters a message, too; this is the last line.
 */
import { exactJsonText, parseExactJson } from '../contracts/kit/exact-json.ts';
import { type Colours, noColours } from '../contracts/kit/palette.ts';
import { Redactor } from '../contracts/kit/redact.ts';
import { inert, inertInside, jsonText, shownJson, visibleLines } from '../contracts/kit/untrusted.ts';

declare const clean: unique symbol;
/** Text that came out of an outlet. A writer to a stream or a file takes no other, so that no way leads past it. */
export type Clean = string & { readonly [clean]: true };

export class Outlet {
  readonly #colours: Colours;
  /** Texts that are hidden here, by the user's choice, are hidden in everything that leaves from now on. */
  readonly secrets = new Redactor();

  /** @param colours those that are let through; by default none */
  constructor(colours: Colours = noColours) {
    this.#colours = colours;
  }

  /**
   * Secrets that a deployment chose: the tokens of a run. They are hidden in errors and progress alone, since
   * a token can be any word, and must not change what a report says. Reports are made of a record that a
   * run has taken them out of, field by field.
   */
  readonly issued = new Redactor();

  /** Errors, and the progress of a run. */
  error(text: string): Clean {
    return this.text(this.issued.text(text));
  }

  /** Text for people. */
  text(text: string): Clean {
    return this.written(this.secrets.text(text));
  }

  /**
   * Markup, or a program, whose values `secrets` were taken out of before it was written, or text with secrets that the
   * user asked for: a secret that looks like a piece of markup must not change what that says.
   */
  written(text: string): Clean {
    return passed(inert(this.#neutral(text)));
  }

  /** The same for lines that a build server runs. Their writer has made inert what they quote. */
  writtenCommands(text: string): Clean {
    return passed(inertInside(this.#neutral(text)));
  }

  /** The same for a value as JSON, and the end of its line. */
  writtenJson(value: unknown, indent?: number): Clean {
    return passed(`${jsonText(value, indent)}\n`);
  }

  /** The same for JSON that was written already. */
  writtenJsonText(text: string): Clean {
    return passed(shownJson(text));
  }

  /** A value as JSON, and the end of its line. */
  json(value: unknown, indent?: number): Clean {
    const written = exactJsonText(value, indent);
    // A secret in a value is in the text, too, and most values have none.
    const isClean = this.secrets.text(written) === written;
    return passed(`${shownJson(isClean ? written : this.#rewritten(written, indent))}\n`);
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
