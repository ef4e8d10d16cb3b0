import { n as fixtureSchema, r as documentValidator } from "./schema-BQOpjiLy.js";
import { n as quoted, s as exactJsonText, t as excerpt } from "./untrusted-BMhJLekw.js";
import { a as formatPointer, n as fixtureError } from "./problems-CwuOJkaj.js";
import { n as didYouMeanOneOf, t as didYouMean } from "./suggest-IXRTqm3m.js";
// contracts/kit/document-fault.ts
/** The faults that keep a document from being read. */
/** Thrown where a fault is found; who reads the document adds line and column. */
var Refusal = class extends Error {
	fault;
	constructor(fault) {
		super(fault.message);
		this.fault = fault;
	}
};
const count = (number) => number.toLocaleString("en");
const faults = {
	tooLarge: (most) => ({
		code: "TOO_LONG",
		message: `the text has more than ${count(most)} characters`,
		hint: "make it shorter, or split it"
	}),
	tooDeep: (most) => ({
		code: "TOO_DEEP",
		message: `more than ${most} lists and maps are nested here, or an alias is inside its own anchor`,
		hint: "nest less deeply"
	}),
	tooMany: (most) => ({
		code: "TOO_MANY_VALUES",
		message: `the document has more than ${count(most)} values`,
		hint: "make it shorter, or split it"
	}),
	tooManyAliases: (most) => ({
		code: "TOO_MANY_ALIASES",
		message: `aliases and merge keys repeat more than ${count(most)} values`,
		hint: "repeat less by alias"
	}),
	tooLong: (what, most) => ({
		code: what === "name" ? "NAME_TOO_LONG" : "TEXT_TOO_LONG",
		message: `this ${what} has more than ${count(most)} characters`,
		hint: "make it shorter"
	}),
	notText: {
		code: "NOT_TEXT",
		message: "the file holds a character that does not belong in text, such as NUL",
		hint: "save it as plain text in UTF-8"
	},
	notUnicode: {
		code: "NOT_TEXT",
		message: "this text holds half of a character (a lone surrogate)",
		hint: "take the escape \\ud800 to \\udfff out of it"
	},
	notFinite: {
		code: "NUMBER_INVALID",
		message: "this number is too large, or is not a number",
		hint: "write it with digits, between -1.7e308 and 1.7e308"
	},
	rounded: (text) => ({
		code: "NUMBER_ROUNDED",
		message: `the number ${excerpt(text)} has more digits than can be kept: its value would change`,
		hint: "put it in quotes, as text, or write one below 9007199254740992"
	}),
	notPlain: {
		code: "UNKNOWN_TAG",
		message: "this value is neither text nor number, true, false or null",
		hint: "write it without its tag"
	},
	directive: {
		code: "DIRECTIVE",
		message: "directives are not supported: documents are YAML 1.2",
		hint: "remove the line that begins with \"%\""
	},
	severalDocuments: {
		code: "SEVERAL_DOCUMENTS",
		message: "the file holds several documents, separated by \"---\"",
		hint: "keep one of them in a file"
	},
	nameNotText: {
		code: "NAME_NOT_TEXT",
		message: "the name of a field must be text",
		hint: "put it in quotes, without \"?\", \"*\", \"!\" or brackets"
	},
	unknownTag: {
		code: "UNKNOWN_TAG",
		message: "this tag has no meaning here",
		hint: "write the value without its \"!\""
	},
	twice: (name) => ({
		code: "FIELD_TWICE",
		message: `${quoted(name)} is given twice`,
		hint: "keep one of them"
	}),
	unsafe: (name) => ({
		code: "UNSAFE_NAME",
		message: `the name ${quoted(name)} must not be used`,
		hint: "take another name"
	}),
	unknownAlias: (name) => ({
		code: "UNKNOWN_ALIAS",
		message: `there is no anchor "&${excerpt(name)}" before this alias`,
		hint: "put the anchor first, or the text in quotes"
	}),
	mergesNothing: {
		code: "MERGE_INVALID",
		message: "\"<<\" takes the fields of another map, or of a list of maps",
		hint: "write it as <<: *anchor, or put \"<<\" in quotes"
	}
};
// contracts/kit/fields.ts
const none = {};
/** Whether a value is an object with fields: not `null`, not a list. */
function isFields(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/**
* The fields of a value, each of unknown type; of what is not an object, none.
*
* @example const { token } = fieldsOf(JSON.parse(body)); // unknown
*/
function fieldsOf(value) {
	return isFields(value) ? value : none;
}
// contracts/kit/schema-issues.ts
/**
* A function that finds everything in which data does not follow a schema (`documentValidator`). `x-code` of a value is the
* code of the issue when it is not of the form that its description says.
*/
function schemaCheck(errorsIn, options = {}) {
	const find = schemaFinder(errorsIn, options);
	return (data) => find(data).map(({ atName: _, ...issue }) => issue);
}
/** The same, with what is at fault. */
function schemaFinder(errorsIn, { hintForField = () => void 0, details = {} } = {}) {
	const said = {
		...usual,
		...details
	};
	return (data) => errorsIn(data).filter((error) => !isOfChoice(error)).slice(0, 500).flatMap((error) => {
		const detail = said[error.keyword]?.(error, error.params);
		if (!detail) return [];
		const { name = error.propertyName, missing, hint, ...words } = detail;
		const tried = error.keyword === "additionalProperties" && name !== void 0 ? hintForField(name, error.instancePath) ?? hint : hint;
		const last = name ?? missing;
		return [{
			...words,
			pointer: error.instancePath + (last === void 0 ? "" : formatPointer([last])),
			...tried !== void 0 && { hint: tried },
			atName: name !== void 0
		}];
	});
}
/** The choice itself reports the fields that its branches miss. */
function isOfChoice({ keyword, schemaPath, parentSchema }) {
	return keyword === "required" && /\/oneOf\/\d+\/required$/.test(schemaPath) && !("properties" in (parentSchema ?? {}));
}
const usual = {
	additionalProperties: (error, { additionalProperty: name }) => ({
		code: "UNKNOWN_FIELD",
		message: `there is no field ${quoted(name)} here`,
		name,
		hint: didYouMeanOneOf(name, fieldNamesOf(error))
	}),
	required: (_, { missingProperty: missing }) => ({
		code: "MISSING_FIELD",
		message: `${quoted(missing)} is missing`,
		missing
	}),
	type: (error, { type }) => ofForm(error) ?? mustBe("WRONG_TYPE", error, typeWords(type)),
	enum: (error, { allowedValues }) => ofForm(error) ?? oneOf(error, allowedValues),
	const: (error, { allowedValue }) => oneOf(error, [allowedValue]),
	discriminator: (error, { error: kind, tag }) => {
		if (kind !== "mapping" && fieldsOf(error.data)[tag] === void 0) return void 0;
		const values = (error.parentSchema?.oneOf ?? []).map((branch) => branch.properties[tag]?.const);
		return {
			...oneOf({
				...error,
				data: fieldsOf(error.data)[tag]
			}, values),
			name: tag
		};
	},
	pattern: (error, { pattern }) => ofForm(error) ?? {
		code: "FORM_INVALID",
		message: `${written(error)} does not match ${pattern}`
	},
	minimum: (error, { limit }) => ofForm(error) ?? mustBe("OUT_OF_RANGE", error, `${limit} or more`),
	maximum: (error, { limit }) => ofForm(error) ?? mustBe("OUT_OF_RANGE", error, `${limit} or less`),
	minLength: () => empty,
	maxLength: (error, { limit }) => ofForm(error) ?? tooMany("TOO_LONG", limit, " characters"),
	minItems: (error, { limit }) => ofForm(error) ?? tooFew(error, limit),
	maxItems: (error, { limit }) => ofForm(error) ?? tooMany("TOO_MANY", limit),
	additionalItems: (error, { limit }) => ofForm(error) ?? tooMany("TOO_MANY", limit),
	minProperties: () => empty,
	maxProperties: (error, { limit }) => ofForm(error) ?? tooMany("TOO_MANY", limit),
	uniqueItems: () => ({
		code: "LISTED_TWICE",
		message: "the list names something twice"
	})
};
const empty = {
	code: "EMPTY",
	message: "this must not be empty"
};
/** A value that is not of the form that its definition describes. */
function ofForm(error) {
	const { "x-code": code, description } = error.parentSchema ?? {};
	if (typeof code !== "string") return void 0;
	return {
		code,
		message: `${written(error)} is not ${description}`
	};
}
function written({ propertyName, data }) {
	return excerpt(shown(propertyName ?? data));
}
function oneOf(error, values) {
	const words = values.map(shown).join(", ");
	const texts = values.filter((value) => typeof value === "string");
	return {
		...mustBe("NOT_ONE_OF", error, values.length === 1 ? words : `one of ${words}`),
		hint: typeof error.data === "string" ? didYouMean(error.data, texts) : void 0
	};
}
function shown(value) {
	return value === void 0 ? "nothing" : exactJsonText(value);
}
const LONGEST = 60;
function mustBe(code, { data }, expected) {
	const text = shown(data);
	return {
		code,
		message: `this must be ${expected}, not ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`
	};
}
function tooFew({ data }, least) {
	if (least === 1 || !Array.isArray(data)) return empty;
	return {
		code: "TOO_FEW",
		message: `this must list ${least} or more, not ${data.length}`
	};
}
function tooMany(code, most, what = "") {
	return {
		code,
		message: `this must have ${most.toLocaleString("en")}${what} or fewer`
	};
}
const typeNames = {
	object: "a map of names and values",
	array: "a list",
	string: "text",
	number: "a number",
	integer: "a whole number",
	boolean: "true or false",
	null: "empty"
};
function typeWords(type) {
	return [type].flat().map((name) => typeNames[name] ?? name).join(" or ");
}
/** The fields that the schema around an error has. */
function fieldNamesOf({ parentSchema }) {
	return Object.keys(fieldsOf(parentSchema?.properties));
}
// simulator/fixture/form.ts
/** Data against the form of a fixture. */
const issuesOf = schemaCheck(documentValidator(fixtureSchema));
/**
* The issues of data that are to have the form of a fixture; none when they have it. References are checked when a world is
* made of it.
*
* @example
* import { checkFixture } from 'roadtest/fixture';
*
* const [issue] = checkFixture({ roadtest: 1, devices: [{ expirationDate: 'tomorrow' }] });
* console.log(issue?.code, issue?.pointer); // DATE_INVALID /devices/0/expirationDate
*/
function checkFixture(data) {
	return issuesOf(data);
}
function asFixture(data) {
	const issues = issuesOf(data);
	if (issues.length > 0) throw fixtureError(data, issues);
	return data;
}
export { isFields as a, fieldsOf as i, checkFixture as n, Refusal as o, schemaCheck as r, faults as s, asFixture as t };
