import { P as serverField, _ as text, i as alertFields, j as kindsOf, n as locationFields, r as groupFields, t as userFields } from "./user-DKm8yCKO.js";
import { t as deviceFields } from "./device-_SGosFd1.js";
// contracts/specification/records/fields.ts
/** The fields of each record. */
const countryFields = {
	code: serverField("text", text),
	name: serverField("text", text)
};
const timeZoneFields = {
	id: serverField("text", text),
	name: serverField("text", text),
	offset: serverField("text", text)
};
const records = {
	device: deviceFields,
	location: locationFields,
	alert: alertFields,
	group: groupFields,
	user: userFields,
	country: countryFields,
	timeZone: timeZoneFields
};
// contracts/specification/records/index.ts
/**
* The records of the interface, field by field, under the field's standard names.
*
* This is the canonical side of the lens: ids are positive whole numbers, times are milliseconds
* since 1970 UTC, speeds km/h, courses degrees clockwise from north, lengths metres, distances km.
* The document leaves all of these open (section 2); a profile says how a deployment writes them.
*
* - `field.ts`   what a field is, and what follows from the fields of a record
* - `fields.ts`  the fields of all records; the records themselves have a file each
* - `kinds.ts`   kinds of facts, by which the lens reads and writes them
* - `sent.ts`    what a caller may send; `values.ts` what a service keeps
*
* The types of records, what bodies may hold, the forms of saved states, the openings `records.*` and the facts
* that a story can check are derived from these rows.
*/
/** The kind of each fact of each record. */
const recordFacts = {
	device: kindsOf(records.device),
	location: kindsOf(records.location),
	alert: kindsOf(records.alert),
	group: kindsOf(records.group),
	user: kindsOf(records.user),
	country: kindsOf(records.country),
	timeZone: kindsOf(records.timeZone)
};
/** The limit settings of a device (section 2), which the API may show in the device record (`limits.names`). */
const limitFacts = {
	expires: "boolean",
	expirationDate: "date",
	dailyEmail: "number",
	dailySms: "number",
	usageEmail: "number",
	usageSms: "number"
};
/** Facts that a request can carry and no reply ever does. */
const neverAnswered = new Set(Object.values(records).flatMap((fields) => Object.keys(fields).filter((name) => fields[name]?.value === void 0)));
// contracts/kit/durations.ts
/** Spans of time in milliseconds, and as ISO 8601 durations: the form in which profiles write them. */
const SECOND = 1e3;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const FORM = new RegExp(`^([+-])?P(?=.)(?:(\\d+)W)?(?:(\\d+)D)?(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`, "i");
/** The units of its parts, in their order. */
const UNITS = [
	7 * DAY,
	DAY,
	HOUR,
	MINUTE,
	SECOND
];
/** Only the last part may have a fraction. */
const FRACTION_BEFORE_ANOTHER = /[.,]\d+[HM]./i;
/**
* An ISO 8601 duration in milliseconds; a day has 24 hours. `undefined` for any other text, and for years and
* months, which have no fixed length.
*
* @example parseDuration('PT90M') // 5_400_000
*/
function parseDuration(text) {
	const [, sign, ...parts] = FORM.exec(text) ?? [];
	if (parts.length === 0 || FRACTION_BEFORE_ANOTHER.test(text)) return void 0;
	const sizes = parts.map((part = "0", index) => Number(part.replace(",", ".")) * (UNITS[index] ?? 0));
	const sum = Math.round(sizes.reduce((total, size) => total + size, 0));
	return sign === "-" ? -sum : sum;
}
const spanUnits = [
	[/^(ms|milliseconds?)$/, 1],
	[/^(s|secs?|seconds?)$/, SECOND],
	[/^(m|mins?|minutes?)$/, MINUTE],
	[/^(h|hours?)$/, HOUR],
	[/^(d|days?)$/, DAY]
];
const SPAN = /^\s*(\d+(\.\d+)?\s*[a-z]+\s*)+$/;
const AMOUNT = /(?<![\d.])(\d+(?:\.\d+)?)\s*([a-z]+)/g;
/**
* Milliseconds of a duration as people write it, `15s`, `10 min`, `1h 30m`, or in ISO 8601; `undefined` for any other
* text.
*
* @example parseSpan('1h 30m') // 5_400_000
*/
function parseSpan(text) {
	if (!SPAN.test(text)) return parseDuration(text);
	let sum = 0;
	for (const [, count, unit = ""] of text.matchAll(AMOUNT)) {
		const ms = spanUnits.find(([pattern]) => pattern.test(unit))?.[1];
		if (ms === void 0) return void 0;
		sum += Number(count) * ms;
	}
	return Math.round(sum);
}
/** Milliseconds of a text that is known to be an ISO 8601 duration, as in a checked profile; 0 otherwise. */
function durationMs(text) {
	return parseDuration(text) ?? 0;
}
/** Milliseconds, rounded up to full seconds, as a duration: `PT26H`, `PT1H0M5S` as `PT1H5S`. */
function isoDuration(ms) {
	return `PT${split(ms).map(([amount, unit]) => `${amount}${unit}`).join("") || "0S"}`;
}
const words = {
	H: "hour",
	M: "minute",
	S: "second"
};
/** The same for a person: `26 hours 5 seconds`. */
function spokenDuration(ms) {
	return split(ms).map(([amount, unit]) => `${amount} ${words[unit]}${amount === 1 ? "" : "s"}`).join(" ") || "no time";
}
/** Hours rather than days: a day can have 23 of them. */
function split(ms) {
	const seconds = Math.ceil(ms / SECOND);
	return [
		[Math.floor(seconds / 3600), "H"],
		[Math.floor(seconds / 60) % 60, "M"],
		[seconds % 60, "S"]
	].filter(([amount]) => amount > 0);
}
export { durationMs as a, parseSpan as c, neverAnswered as d, recordFacts as f, SECOND as i, spokenDuration as l, HOUR as n, isoDuration as o, records as p, MINUTE as r, parseDuration as s, DAY as t, limitFacts as u };
