// contracts/kit/bounds.ts
const documentBounds = {
	profile: {
		characters: 262144,
		depth: 64,
		values: 2e4,
		repeated: 5e3,
		name: 1e3,
		text: 1e4,
		longNumbers: /^(known|samples|controls)\/|\/constants\//
	},
	story: {
		characters: 1048576,
		depth: 40,
		values: 25e4,
		repeated: 5e4,
		name: 200,
		text: 1e4
	},
	fixture: {
		characters: 8388608,
		depth: 136,
		values: 1e6,
		repeated: 5e4,
		name: 1048576,
		text: 1048576,
		anyNames: /^devices\/\d+\/locations\/\d+\/attributes\//
	},
	baseline: {
		characters: 262144,
		depth: 8,
		values: 2e4,
		repeated: 5e3,
		name: 200,
		text: 1e4
	}
};
/** Characters of an id that is taken from an answer. */
const ID_LENGTH = 1e3;
/** JSON Pointers of a profile. */
const pointerBounds = {
	characters: 1e3,
	names: 32
};
/** Suggestions for a mistyped word: how long it may be, and with how many names it is compared. */
const suggestionBounds = {
	characters: 100,
	candidates: 1e3
};
// contracts/kit/json.ts
/** JSON from outside: its depth is known before anything recurses into it. */
/** Text that cannot be taken as JSON. */
var JsonError = class extends Error {
	name = "JsonError";
	code;
	constructor(code, message) {
		super(message);
		this.code = code;
	}
};
/**
* The value of a JSON text.
*
* @param depth how many lists and objects may be nested
* @throws JsonError
*/
function parseJson(text, depth = 128) {
	refuseDeepJson(text, depth);
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new JsonError("NOT_JSON", error instanceof Error ? error.message : String(error));
	}
}
/** The same; `undefined` for a text that is not JSON. */
function jsonIn(text, depth) {
	try {
		return parseJson(text, depth);
	} catch {
		return;
	}
}
/** @throws JsonError `TOO_DEEP` */
function refuseDeepJson(text, depth = 128) {
	if (!isDeeper(text, depth)) return;
	throw new JsonError("TOO_DEEP", `more than ${depth} lists and objects are nested`);
}
const [quote, backslash, list, listEnd, object, objectEnd] = [
	"\"",
	"\\",
	"[",
	"]",
	"{",
	"}"
].map((sign) => sign.charCodeAt(0));
/** Counts brackets outside of strings, in one pass. A text that is not JSON may be counted wrongly. */
function isDeeper(text, most) {
	if (text.length <= 2 * most || opensAtMost(text, most)) return false;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const sign = text.charCodeAt(at);
		if (sign === quote) at = endOfString(text, at);
		else if (sign === list || sign === object) {
			depth += 1;
			if (depth > most) return true;
		} else if (sign === listEnd || sign === objectEnd) depth -= 1;
	}
	return false;
}
/** Whether a text has no more than so many opening brackets, in strings or not: searching is faster than reading. */
function opensAtMost(text, most) {
	let left = most;
	for (const bracket of ["{", "["]) for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
		if (left === 0) return false;
		left -= 1;
	}
	return true;
}
/** Where a string ends that begins there; the end of the text, when it does not. */
function endOfString(text, start) {
	for (let at = start + 1; at < text.length; at++) {
		const sign = text.charCodeAt(at);
		if (sign === quote) return at;
		if (sign === backslash) at += 1;
	}
	return text.length;
}
/**
* A field of a JSON value, of its own; `undefined` where there is none.
*
* @example fieldOf({ success: true }, 'success') // true
*/
function fieldOf(value, name) {
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return void 0;
	return Reflect.get(value, name);
}
/** Whether two JSON values are the same; the order of names does not count. */
function isDeepEqual(one, other) {
	if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const fields = new Map(Object.entries(other));
	const own = Object.entries(one);
	return own.length === fields.size && own.every(([name, value]) => fields.has(name) && isDeepEqual(value, fields.get(name)));
}
// contracts/kit/exact-json.ts
/**
* JSON whose whole numbers stay what they are: one beyond the safe integers is read as a `bigint`, and written back with
* the same digits. An id of 64 bits would otherwise become that of another record.
*
* Most texts have no such number, and are read and written by the platform alone. In the others each long number is made a
* marked text before they are read. The platform's own parser still does the reading: it takes a text of megabytes in
* one piece, with less memory than any other.
*/
/** Where a number of 16 digits, or one with an exponent, may be. Outside of texts one of these signs is before it. */
const mayBeLong = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d)/;
const number = /-?\d[\d.eE+-]*/y;
/** Every text that begins with the mark is either a long number or, with another sign after it, a text that began so anyhow. */
const mark = "\0";
const escapedMark = "\\u0000";
const ofNumber = "n";
const ofText = "t";
/**
* The value of a JSON text. A whole number beyond the safe integers is a `bigint`, however it is written (`1e20`,
* `9007199254740993.0`); every other number is a `number`.
*
* @param depth how many lists and objects may be nested
* @throws JsonError
*/
function parseExactJson(text, depth = 128) {
	refuseDeepJson(text, depth);
	try {
		if (!mayBeLong.test(text)) return JSON.parse(text);
		return JSON.parse(marked(text), (_, value) => typeof value === "string" ? unmarked(value) : value);
	} catch (error) {
		throw new JsonError("NOT_JSON", error instanceof Error ? error.message : String(error));
	}
}
/** The same; `undefined` for a text that is not JSON. */
function exactJsonIn(text, depth) {
	try {
		return parseExactJson(text, depth);
	} catch {
		return;
	}
}
/**
* The JSON text of plain data, in which a `bigint` may be; `null` for what JSON cannot hold.
*
* @param indent spaces for each level; without it all is on one line
*/
function exactJsonText(value, indent) {
	try {
		return JSON.stringify(value, null, indent) ?? "null";
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return written(value, " ".repeat(indent ?? 0)) ?? "null";
	}
}
/** A whole number beyond the safe integers, in digits or with an exponent; `undefined` for every other, and for too many digits. */
function longInteger(text) {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
	const places = Number(exponent) - fraction.length;
	const digits = whole + fraction;
	if (digits.length + Math.max(places, 0) > 1e3) return void 0;
	const value = places >= 0 ? digits + "0".repeat(places) : /^0*$/.test(digits.slice(places)) ? digits.slice(0, places) : "";
	if (value === "" || Number.isSafeInteger(Number(value))) return void 0;
	return BigInt(sign + value);
}
/** The text with each long number as a text that begins with the mark. */
function marked(text) {
	const pieces = [];
	let taken = 0;
	for (let at = 0; at < text.length; at++) if (text[at] === "\"") {
		const end = endOfString(text, at);
		const from = at + 1 + 6;
		if (text.startsWith(escapedMark, at + 1) && !isName(text, end + 1)) {
			pieces.push(text.slice(taken, from), ofText);
			taken = from;
		}
		at = end;
	} else {
		number.lastIndex = at;
		const found = number.test(text) ? text.slice(at, number.lastIndex) : "";
		const value = longInteger(found);
		if (value !== void 0) {
			pieces.push(text.slice(taken, at), `"${escapedMark}${ofNumber}${value}"`);
			taken = at + found.length;
		}
		at += Math.max(found.length - 1, 0);
	}
	return pieces.join("") + text.slice(taken);
}
function unmarked(text) {
	if (!text.startsWith(mark)) return text;
	const rest = text.slice(2);
	return text[1] === ofNumber ? BigInt(rest) : mark + rest;
}
/** Whether a text that ends before this place is the name of a field. */
function isName(text, end) {
	let at = end;
	while (/\s/.test(text.charAt(at))) at++;
	return text[at] === ":";
}
function written(value, step, margin = "") {
	if (typeof value === "bigint") return String(value);
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const inside = margin + step;
	const parts = Array.isArray(value) ? value.map((part) => written(part, step, inside) ?? "null") : Object.entries(value).flatMap(([name, part]) => {
		const text = written(part, step, inside);
		return text === void 0 ? [] : [`${JSON.stringify(name)}:${step && " "}${text}`];
	});
	const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
	if (parts.length === 0 || step === "") return open + parts.join(",") + close;
	return `${open}\n${inside}${parts.join(`,\n${inside}`)}\n${margin}${close}`;
}
// contracts/kit/untrusted.ts
/**
* Text from outside (a deployment, a file, a page) is shown to people, and must not draw on their
* screens, turn their lines around, hide in them or speak to their build server: every character that
* would is shown by its number instead.
*
* Text of all scripts stays readable. The two joiners (U+200C, U+200D) and the first variation selector
* after a character stay where writing needs them: in Arabic, after the marks of Indic scripts, in emoji.
* Anywhere else they are invisible and are shown by their number, like the tag characters of some flags.
*/
/** Text after which a joiner says something: Arabic, marks that can be seen, emoji. */
const JOINING = [
	String.raw`[\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}]`,
	String.raw`(?!\p{Default_Ignorable_Code_Point})\p{M}`,
	String.raw`\p{Extended_Pictographic}\ufe0f`
].join("|");
/**
* Control characters, separators of lines, format characters (marks that turn the direction of text or
* hide), halves of characters, and what is not a character.
*/
const UNSEEN = [
	String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]`,
	String.raw`(?![\u200c\u200d\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`,
	String.raw`(?<!${JOINING})[\u200c\u200d]|[\u200c\u200d](?=[\p{Cc}\p{Default_Ignorable_Code_Point}])`,
	String.raw`(?<=^|[\p{Cc}\p{Default_Ignorable_Code_Point}])[\ufe00-\ufe0f]`
].join("|");
const unseen = new RegExp(UNSEEN, "gu");
const short = {
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t"
};
/** On one line, nothing unseen: `\n`, `\t`, `\u001b`. Doing it again changes nothing. */
function visible(text) {
	return text.replace(unseen, numbered);
}
/** Cuts a text to so many characters, and says how many were left out. */
function shortened(text, most) {
	if (text.length <= most) return text;
	const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
	return `${kept}… (${text.length - kept.length} more characters)`;
}
/** The number of characters of a value that an error quotes. */
const QUOTED = 200;
/** A value from outside as an error quotes it: `"…"`, on one line, at most 200 characters of it. */
function quoted(value) {
	return `"${excerpt(value)}"`;
}
/** The same without quotation marks, for a value that is a part of a sentence. */
function excerpt(value) {
	return visible(shortened(typeof value === "string" ? value : asText(value), QUOTED));
}
function asText(value) {
	try {
		return value === void 0 ? String(value) : exactJsonText(value);
	} catch {
		return String(value);
	}
}
function numbered(character) {
	const code = character.codePointAt(0) ?? 0;
	return short[character] ?? (code > 65535 ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`);
}
export { suggestionBounds as _, visible as a, longInteger as c, isDeepEqual as d, jsonIn as f, pointerBounds as g, documentBounds as h, unseen as i, parseExactJson as l, ID_LENGTH as m, quoted as n, exactJsonIn as o, refuseDeepJson as p, shortened as r, exactJsonText as s, excerpt as t, fieldOf as u };
