import { t as require_dist } from "./dist--97hQK0n.js";
import { i as unseen } from "./untrusted-BMhJLekw.js";
// simulator/fixture/yaml.ts
var import_dist = require_dist();
/** Characters that a plain text could not show: it is in quotes, where they can be escaped. */
const toQuote = new RegExp(`${unseen.source}|##|^::|^<<$`, unseen.flags.replace("g", ""));
/** A reader gets the same values. */
function fixtureYaml(fixture) {
	const document = new import_dist.Document(fixture, {
		version: "1.2",
		aliasDuplicateObjects: false
	});
	(0, import_dist.visit)(document, { Scalar(_, node) {
		if (typeof node.value === "string" && toQuote.test(node.value)) node.type = "QUOTE_DOUBLE";
	} });
	return document.toString({
		lineWidth: 0,
		doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER
	}).replace(unseen, (character) => character === "\n" ? character : escaped(character)).replace(/##(?=\w*\[)/g, "#\\u0023");
}
function escaped(character) {
	return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
export { fixtureYaml };
