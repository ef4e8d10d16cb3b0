import { i as suggestion } from "./suggest-IXRTqm3m.js";
import { n as quoted, t as excerpt } from "./untrusted-BMhJLekw.js";
// contracts/kit/option-names.ts
/** The names of options: one that there is not would be left unheeded, and what was meant by it never happen. */
/** The given options are not valid. A TypeError, since the types refuse them as well. */
var OptionError = class extends TypeError {
	name = "OptionError";
	code = "OPTION_INVALID";
	field;
	hint;
	constructor(message, hint, field) {
		super(`${message} ${hint}`);
		this.field = field;
		this.hint = hint;
	}
};
/** The first name that is none of these, and what was probably meant. */
function unknownName(given, names) {
	const name = Object.keys(given).find((one) => !Object.hasOwn(names, one));
	if (name === void 0) return void 0;
	const known = Object.keys(names);
	return {
		name: excerpt(name),
		hint: suggestion(name, known) ?? `Possible: ${known.join(", ")}.`
	};
}
/**
* The row of a table by its id.
*
* @param what what the rows are, such as `rule`
* @throws OptionError for an id that no row has
*/
function rowOf(table, id, what) {
	const row = Object.hasOwn(table, id) ? table[id] : void 0;
	if (row !== void 0) return row;
	const hint = suggestion(String(id), Object.keys(table)) ?? `Possible are the ids of ${what}s.`;
	throw new OptionError(`There is no ${what} ${quoted(id)}.`, hint);
}
/**
* Refuses options that there are not.
*
* @param of what takes them, such as `serve`
* @throws OptionError
*/
function checkOptions(given, names, of) {
	if (typeof given !== "object" || given === null) throw new OptionError(`The options of ${of} must be an object, not ${quoted(given)}.`, "Pass an object.");
	const unknown = unknownName(given, names);
	if (unknown) throw new OptionError(`${of} has no option ${quoted(unknown.name)}.`, unknown.hint, unknown.name);
}
export { unknownName as i, checkOptions as n, rowOf as r, OptionError as t };
