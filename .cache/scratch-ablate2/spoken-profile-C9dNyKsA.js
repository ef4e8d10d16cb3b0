import { r as __toESM, t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
import { i as unseen, n as quoted, p as refuseDeepJson, s as exactJsonText, t as excerpt } from "./untrusted-BMhJLekw.js";
import { t as didYouMean } from "./suggest-IXRTqm3m.js";
import { n as checkOptions } from "./option-names-BqlZd731.js";
import { c as parseSpan, f as recordFacts, o as isoDuration, r as MINUTE, s as parseDuration$1, t as DAY } from "./durations-yb5DrFRg.js";
import { n as isoUtc, t as isTimeZone } from "./times-DIdLtNMO.js";
import { t as ControlError } from "./errors-BTncQIRX.js";
import { t as fixtureBounds } from "./bounds-D5th7GJW.js";
// contracts/kit/http.ts
/** Facts of HTTP that several parts use. */
/** Statuses whose replies have no body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
const bodilessStatuses = /* @__PURE__ */ new Set([
	204,
	205,
	304
]);
/**
* Whether a host name is a loopback one: `localhost`, 127.0.0.0/8, or ::1 with or without brackets.
*
* @example isLoopback('127.0.0.1') // true
*/
function isLoopback(name) {
	return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(name);
}
/** Whether it is a name below `localhost`, which browsers resolve to this machine (RFC 6761, 6.3). */
function isBelowLocalhost(name) {
	return /^.+\.localhost$/i.test(name);
}
// node_modules/temporal-polyfill/chunks/root.js
const NativeTemporal = globalThis.Temporal;
// node_modules/temporal-utils/dist/errorMessages.js
const expectedPositive = (entityName, num) => `Non-positive ${entityName}: ${num}`;
const expectedFinite = (entityName, num) => `Non-finite ${entityName}: ${num}`;
const forbiddenBigIntToNumber = (entityName) => `Cannot convert bigint to ${entityName}`;
const invalidObject = "Invalid object";
const numberOutOfRange = (entityName, val, min, max) => invalidEntity$1(entityName, val) + `; must be between ${min}-${max}`;
const invalidEntity$1 = (fieldName, val) => `Invalid ${fieldName}: ${val}`;
// node_modules/temporal-utils/dist/utils.js
const nanoInMicro$1 = 1e3;
const nanoInMilli$1 = 1e6;
const nanoInSec$1 = 1e9;
const nanoInMinute$1 = 6e10;
const nanoInHour$1 = 36e11;
function normalizeOptions(options) {
	if (options === void 0) return Object.create(null);
	return requireObjectLike(options);
}
function toFiniteNumber(arg, entityName = "number") {
	if (typeof arg === "bigint") throw new TypeError(forbiddenBigIntToNumber(entityName));
	arg = Number(arg);
	if (!Number.isFinite(arg)) throw new RangeError(expectedFinite(entityName, arg));
	return arg;
}
function toIntegerWithTrunc(arg, entityName) {
	return Math.trunc(toFiniteNumber(arg, entityName)) || 0;
}
function toPositiveIntegerWithTruncation(arg, entityName) {
	return requireNumberIsPositive(toIntegerWithTrunc(arg, entityName), entityName);
}
function requireNumberIsPositive(num, entityName = "number") {
	if (num <= 0) throw new RangeError(expectedPositive(entityName, num));
	return num;
}
function constrainToRange$1(num, min, max) {
	return Math.min(Math.max(num, min), max);
}
function isObjectLike(arg) {
	return arg !== null && (typeof arg === "object" || typeof arg === "function");
}
function requireObjectLike(arg) {
	if (!isObjectLike(arg)) throw new TypeError(invalidObject);
	return arg;
}
// node_modules/temporal-polyfill/chunks/internal.js
const invalidEntity = invalidEntity$1;
const missingField = (fieldName) => `Missing ${fieldName}`;
const invalidChoice = (fieldName, val, choiceMap) => invalidEntity$1(fieldName, val) + "; must be " + Object.keys(choiceMap).join();
const forbiddenValueOf$1 = "Cannot use valueOf";
const invalidCallingContext = "Invalid calling context";
const missingYear = (allowEra) => "Missing year" + (allowEra ? "/era/eraYear" : "");
const invalidLeapMonth = "Invalid leap month";
const exoticCalendarRequired = (calendarId, remedy) => `Unknown calendar ${calendarId}; might need ${remedy}`;
const invalidTimeZone = (calendarId) => invalidEntity$1("TimeZone", calendarId);
const failedParse = (s) => `Cannot parse: ${s}`;
const constrainToRange = constrainToRange$1;
function throwRangeError(message) {
	throw new RangeError(message);
}
function throwTypeError(message) {
	throw new TypeError(message);
}
function clampProp(props, propName, min, max, overflow) {
	return clampEntity(propName, ((props, propName) => {
		const propVal = props[propName];
		return void 0 === propVal && throwTypeError(missingField(propName)), propVal;
	})(props, propName), min, max, overflow);
}
function clampEntity(entityName, num, min, max, overflow, choices) {
	const clamped = constrainToRange(num, min, max);
	return overflow && num !== clamped && throwRangeError(((entityName, val, min, max, choices) => choices ? numberOutOfRange(entityName, choices[val], choices[min], choices[max]) : numberOutOfRange(entityName, val, min, max))(entityName, num, min, max, choices)), clamped;
}
function memoize(generator, MapClass = Map, maxSize = 1e4) {
	const map = new MapClass();
	return (key, ...otherArgs) => {
		if (map.has(key)) return map.get(key);
		map.size >= maxSize && map.clear();
		const val = generator(key, ...otherArgs);
		return map.set(key, val), val;
	};
}
const createNameDescriptors = (name) => createPropDescriptors({ name }, 1);
const createPropDescriptors = (propVals, readonly) => mapProps((value) => ({
	value,
	configurable: 1,
	writable: !readonly
}), propVals);
const createStringTagDescriptors = (value) => ({ [Symbol.toStringTag]: {
	value,
	configurable: 1
} });
function mapProps(transformer, props) {
	const res = {};
	for (const propName in props) res[propName] = transformer(props[propName], propName);
	return res;
}
function zipPropsConst(propNames, propVal) {
	const res = {};
	for (const propName of propNames) res[propName] = propVal;
	return res;
}
function createPropGetters(propNames) {
	const getters = {};
	for (const propName of propNames) getters[propName] = (slots) => slots[propName];
	return getters;
}
function pluckProps(propNames, props, dest = Object.create(null)) {
	for (const propName of propNames) dest[propName] = props[propName];
	return dest;
}
function allPropsEqual(propNames, props0, props1) {
	for (const propName of propNames) if (props0[propName] !== props1[propName]) return 0;
	return 1;
}
function bindArgs(f, ...boundArgs) {
	return (...dynamicArgs) => f(...boundArgs, ...dynamicArgs);
}
function noop() {}
function capitalize(s) {
	return s[0].toUpperCase() + s.substring(1);
}
function sortStrings(...strss) {
	return [].concat(...strss).sort();
}
function createRegExp(meat) {
	return new RegExp(`^${meat}$`);
}
function parseSubsecNano(fracStr) {
	return parseInt(fracStr.padEnd(9, "0"));
}
function parseInt0(s) {
	return void 0 === s ? 0 : parseInt(s);
}
function padNumber(digits, num) {
	return String(num).padStart(digits, "0");
}
const padNumber2 = /*@__PURE__*/ bindArgs(padNumber, 2);
function compareNumbers(a, b) {
	return Math.sign(a - b);
}
function divFloorBigInt(num, denom) {
	const whole = num / denom;
	return num % denom < 0n ? whole - 1n : whole;
}
function divModFloorBigInt(num, divisor) {
	const quotient = divFloorBigInt(num, divisor);
	return [quotient, num - quotient * divisor];
}
function divModFloor(num, divisor) {
	return [Math.floor(num / divisor), modFloor(num, divisor)];
}
function modFloor(num, divisor) {
	return (num % divisor + divisor) % divisor;
}
function divTrunc(num, divisor) {
	return Math.trunc(num / divisor) || 0;
}
function hasHalf(num) {
	return .5 === Math.abs(num % 1);
}
const isoCalendarId = "iso8601";
const gregoryCalendarId = "gregory";
const gregoryEraOrigins = {
	"bce": -1,
	"ce": 0
};
function normalizeEraName(era) {
	const normalized = era.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");
	return "bc" === normalized || "b" === normalized ? "bce" : "ad" === normalized || "a" === normalized ? "ce" : normalized;
}
function getCalendarSlotId(calendar) {
	return calendar === void 0 ? "iso8601" : 0 === calendar ? "gregory" : calendar.id;
}
const monthCodeRegExp = /^M(\d{2})(L?)$/;
function parseMonthCode(monthCode) {
	const m = monthCodeRegExp.exec(monthCode);
	return m || throwRangeError(((monthCode) => `Invalid monthCode: ${monthCode}`)(monthCode)), [parseInt(m[1]), Boolean(m[2])];
}
function formatMonthCode(monthCodeNumber, isLeapMonth) {
	return "M" + padNumber2(monthCodeNumber) + (isLeapMonth ? "L" : "");
}
function monthCodeNumberToMonth(monthCodeNumber, isLeapMonth, leapMonth) {
	return monthCodeNumber + (isLeapMonth || leapMonth && monthCodeNumber >= leapMonth ? 1 : 0);
}
const unitNamesAsc = /*@__PURE__*/ Object.keys({
	nanosecond: 0,
	microsecond: 1,
	millisecond: 2,
	second: 3,
	minute: 4,
	hour: 5,
	day: 6,
	week: 7,
	month: 8,
	year: 9
});
const nanoInMicro = nanoInMicro$1;
const nanoInMilli = nanoInMilli$1;
const nanoInSec = nanoInSec$1;
const nanoInMinute = nanoInMinute$1;
const nanoInHour = nanoInHour$1;
const nanoInUtcDay = 864e11;
const bigNanoInMilli = /*@__PURE__*/ BigInt(nanoInMilli);
const bigNanoInSec = /*@__PURE__*/ BigInt(nanoInSec);
const bigNanoInUtcDay = /*@__PURE__*/ BigInt(nanoInUtcDay);
const timeFieldNamesAsc = /*@__PURE__*/ unitNamesAsc.slice(0, 6);
const timeGetters$1 = /*@__PURE__*/ createPropGetters(timeFieldNamesAsc);
const yearFieldNamesAsc = ["year"];
const dayFieldNamesAsc = ["day"];
const calendarDateFieldNamesAsc = [
	"day",
	"month",
	"year"
];
const eraYearFieldNames = ["era", "eraYear"];
const yearMonthFieldNamesAlpha = /*@__PURE__*/ sortStrings(["month", "monthCode"], yearFieldNamesAsc);
const dateFieldNamesAlpha = /*@__PURE__*/ sortStrings(dayFieldNamesAsc, yearMonthFieldNamesAlpha);
const dateFieldNamesWithEraAlpha = /*@__PURE__*/ sortStrings(dayFieldNamesAsc, eraYearFieldNames, yearMonthFieldNamesAlpha);
const timeFieldDefaults = /*@__PURE__*/ zipPropsConst(timeFieldNamesAsc, 0);
function timeFieldsToNano(timeFields) {
	return timeFieldsToSec(timeFields) * nanoInSec + timeFieldsToSubsecNano(timeFields);
}
function timeFieldsToSec(timeFields) {
	return 3600 * timeFields.hour + 60 * timeFields.minute + timeFields.second;
}
function timeFieldsToSubsecNano(timeFields) {
	return timeFields.millisecond * nanoInMilli + timeFields.microsecond * nanoInMicro + timeFields.nanosecond;
}
function nanoToTimeAndDay(nano) {
	const [dayDelta, timeNano] = divModFloor(nano, nanoInUtcDay);
	return [nanoToTimeFields(timeNano), dayDelta];
}
function nanoToTimeFields(timeNano) {
	const [timeMilli, nanoAfterMilli] = divModFloor(timeNano, nanoInMilli);
	const [microsecond, nanosecond] = divModFloor(nanoAfterMilli, nanoInMicro);
	return milliToTimeFields(timeMilli, microsecond, nanosecond);
}
function milliToTimeFields(timeMilli, microsecond = 0, nanosecond = 0) {
	const [hour, milliAfterHour] = divModFloor(timeMilli, 36e5);
	const [minute, milliAfterMinute] = divModFloor(milliAfterHour, 6e4);
	const [second, millisecond] = divModFloor(milliAfterMinute, 1e3);
	return {
		hour,
		minute,
		second,
		millisecond,
		microsecond,
		nanosecond
	};
}
function epochNanoToSecMod(epochNano) {
	const [epochSec, nano] = divModFloorBigInt(epochNano, bigNanoInSec);
	return [Number(epochSec), Number(nano)];
}
function epochNanoToMilli(epochNano) {
	return Number(divFloorBigInt(epochNano, bigNanoInMilli));
}
function isoDateTimeToEpochNano(isoDateTime) {
	return isoDateToEpochNano(isoDateTime) + BigInt(timeFieldsToNano(isoDateTime));
}
function isoDateToEpochNano(isoDate) {
	return BigInt(isoDateToEpochDays(isoDate)) * bigNanoInUtcDay;
}
function isoDateToEpochDays(isoDate) {
	return isoPartsToEpochDays(isoDate.year, isoDate.month, isoDate.day);
}
function isoPartsToEpochDays(isoYear, isoMonth = 1, isoDay = 1) {
	const monthIndex = isoMonth - 1;
	return isoYear += Math.floor(monthIndex / 12), isoMonth = modFloor(monthIndex, 12), Date.UTC(isoYear % 400 - 400, isoMonth, 0) / 864e5 + 146097 * (divTrunc(isoYear, 400) + 1) + isoDay;
}
function epochNanoToIsoDateTime(epochNano) {
	const [epochDays, nanoAfterDay] = divModFloorBigInt(epochNano, bigNanoInUtcDay);
	return {
		...epochDaysToIsoDate(Number(epochDays)),
		...nanoToTimeFields(Number(nanoAfterDay))
	};
}
function epochDaysToIsoDate(epochDays) {
	const legacyDate = /* @__PURE__ */ new Date(864e5 * modFloor(epochDays, 146097));
	return {
		year: legacyDate.getUTCFullYear() + 400 * Math.floor(epochDays / 146097),
		month: legacyDate.getUTCMonth() + 1,
		day: legacyDate.getUTCDate()
	};
}
function computeIsoMonthCodeParts(month) {
	return [month, 0];
}
function computeIsoFieldsFromParts(year, month, day) {
	return {
		year,
		month,
		day
	};
}
function computeIsoDaysInMonth(year, month) {
	switch (month) {
		case 2: return computeIsoInLeapYear(year) ? 29 : 28;
		case 4:
		case 6:
		case 9:
		case 11: return 30;
	}
	return 31;
}
function computeIsoInLeapYear(year) {
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}
function computeGregoryEraFields({ year }) {
	return year < 1 ? {
		era: "bce",
		eraYear: 1 - year
	} : {
		era: "ce",
		eraYear: year
	};
}
function validateIsoDateFields(isoInternals) {
	return constrainIsoDateFields(isoInternals, 1), isoInternals;
}
function constrainIsoDateFields(isoDate, overflow) {
	const { year } = isoDate;
	const month = clampProp(isoDate, "month", 1, 12, overflow);
	return {
		year,
		month,
		day: clampProp(isoDate, "day", 1, computeIsoDaysInMonth(year, month), overflow)
	};
}
function computeCalendarDateFields(calendar, isoDate) {
	return calendar ? calendar.de(isoDate) : isoDate;
}
function computeCalendarMonthCodeParts(calendar, year, month) {
	return calendar ? calendar.L(year, month) : computeIsoMonthCodeParts(month);
}
function computeCalendarEraFields(calendar, isoDate) {
	return 0 === calendar ? computeGregoryEraFields(isoDate) : calendar && calendar.h?.(isoDate) || {};
}
function computeCalendarIsoFieldsFromParts(calendar, year, month, day) {
	return calendar ? calendar.fe(year, month, day) : computeIsoFieldsFromParts(year, month, day);
}
function computeCalendarMonthsInYearForYear(calendar, year) {
	return calendar ? calendar.j(year) : 12;
}
function computeCalendarDaysInMonthForYearMonth(calendar, year, month) {
	return calendar ? calendar.o(year, month) : computeIsoDaysInMonth(year, month);
}
function computeCalendarMonthCode(calendar, isoDate) {
	const { year, month } = computeCalendarDateFields(calendar, isoDate);
	const [monthCodeNumber, isLeapMonth] = computeCalendarMonthCodeParts(calendar, year, month);
	return formatMonthCode(monthCodeNumber, isLeapMonth);
}
const requireString = /*@__PURE__*/ bindArgs(requireType, "string");
function requireType(typeName, arg, entityName = typeName) {
	return typeof arg !== typeName && throwTypeError(invalidEntity(entityName, arg)), arg;
}
function requireNumberIsInteger(num, entityName = "number") {
	return Number.isInteger(num) || throwRangeError(((entityName, num) => `Non-integer ${entityName}: ${num}`)(entityName, num)), num || 0;
}
function toString$1(arg) {
	return "symbol" == typeof arg && throwTypeError("Cannot convert Symbol to string"), String(arg);
}
function toPrimitiveWithStringHint(arg) {
	if (!isObjectLike(arg)) return arg;
	const exoticToPrimitive = arg[Symbol.toPrimitive];
	if (null != exoticToPrimitive) {
		"function" != typeof exoticToPrimitive && throwTypeError();
		const primitive = Reflect.apply(exoticToPrimitive, arg, ["string"]);
		return isObjectLike(primitive) && throwTypeError(), primitive;
	}
	return Date.prototype[Symbol.toPrimitive].call(arg, "string");
}
function toStrictInteger(arg, entityName) {
	return requireNumberIsInteger(toFiniteNumber(arg, entityName), entityName);
}
const overflowMap = {
	constrain: 0,
	reject: 1
};
const epochDisambigMap = {
	compatible: 0,
	reject: 1,
	earlier: 2,
	later: 3
};
const calendarDisplayMap = {
	auto: 0,
	never: 1,
	critical: 2,
	always: 3
};
const roundingModeFuncs = [
	Math.floor,
	(num) => hasHalf(num) ? Math.floor(num) : Math.round(num),
	Math.ceil,
	(num) => hasHalf(num) ? Math.ceil(num) : Math.round(num),
	Math.trunc,
	(num) => hasHalf(num) ? Math.trunc(num) || 0 : Math.round(num),
	(num) => num < 0 ? Math.floor(num) : Math.ceil(num),
	(num) => Math.sign(num) * Math.round(Math.abs(num)) || 0,
	(num) => hasHalf(num) ? (num = Math.trunc(num) || 0) + num % 2 : Math.round(num)
];
function coerceChoiceOption(optionName, enumNameMap, options, defaultChoice = 0) {
	const enumArg = options[optionName];
	if (void 0 === enumArg) return defaultChoice;
	const enumStr = toString$1(enumArg);
	const enumNum = enumNameMap[enumStr];
	return void 0 === enumNum && throwRangeError(invalidChoice(optionName, enumStr, enumNameMap)), enumNum;
}
const coerceOverflow = /*@__PURE__*/ bindArgs(coerceChoiceOption, "overflow", overflowMap);
const coerceEpochDisambig = /*@__PURE__*/ bindArgs(coerceChoiceOption, "disambiguation", epochDisambigMap);
const coerceCalendarDisplay = /*@__PURE__*/ bindArgs(coerceChoiceOption, "calendarName", calendarDisplayMap);
function combineDateAndTime(isoDate, time) {
	return pluckProps(calendarDateFieldNamesAsc, isoDate, pluckProps(timeFieldNamesAsc, time));
}
const epochNanoMax = /*@__PURE__*/ BigInt(1e8) * bigNanoInUtcDay;
const epochNanoMin = /*@__PURE__*/ BigInt(-1e8) * bigNanoInUtcDay;
const plainDateEpochNanoMin = epochNanoMin - bigNanoInUtcDay;
function checkIsoDateInBounds(isoDate, allowPlainDateLowerEdge = 1) {
	const epochNano = isoDateToEpochNano(isoDate);
	return (epochNano < (allowPlainDateLowerEdge ? plainDateEpochNanoMin : epochNanoMin) || epochNano > epochNanoMax) && throwRangeError("Out-of-bounds date"), isoDate;
}
function checkIsoDateTimeInBounds(isoDateTime) {
	return checkIsoDateTimeEpochNanoInBounds(isoDateTimeToEpochNano(isoDateTime)), isoDateTime;
}
function checkIsoDateTimeEpochNanoInBounds(epochNano) {
	return (epochNano <= plainDateEpochNanoMin || epochNano >= epochNanoMax + bigNanoInUtcDay) && throwRangeError("Out-of-bounds date"), epochNano;
}
function checkEpochNanoInBounds(epochNano) {
	return (epochNano < epochNanoMin || epochNano > epochNanoMax) && throwRangeError("Out-of-bounds date"), epochNano;
}
function isoDateTimeAndOffsetToEpochNano(isoDateTime, offsetNano) {
	return checkEpochNanoInBounds(isoDateToEpochNano(isoDateTime) + BigInt(timeFieldsToNano(isoDateTime) - offsetNano));
}
function roundNumberToInc(num, roundingInc, roundingMode) {
	return roundWithMode(num / roundingInc, roundingMode) * roundingInc || 0;
}
function roundWithMode(num, roundingMode) {
	return roundingModeFuncs[roundingMode](num);
}
function createEpochNanoSlots(epochNano) {
	return { epochNanoseconds: epochNano };
}
function createZonedEpochNanoSlots(epochNano, timeZone, calendar) {
	return {
		calendar,
		timeZone,
		epochNanoseconds: epochNano
	};
}
function createDateTimeSlots(isoDateTime, calendar) {
	return pluckProps(timeFieldNamesAsc, isoDateTime, createDateSlots(isoDateTime, calendar));
}
function createDateSlots(isoDate, calendar) {
	return pluckProps(calendarDateFieldNamesAsc, isoDate, { calendar });
}
function createTimeSlots(time) {
	return pluckProps(timeFieldNamesAsc, time);
}
function roundToMinute(offsetNano) {
	return roundNumberToInc(offsetNano, nanoInMinute, 7);
}
const zonedEpochSlotsToIso = /*@__PURE__*/ memoize(_zonedEpochSlotsToIso, WeakMap);
function _zonedEpochSlotsToIso(slots) {
	const { epochNanoseconds, timeZone } = slots;
	const offsetNanoseconds = timeZone.B(epochNanoseconds);
	return {
		...epochNanoToIsoDateTime(epochNanoseconds + BigInt(offsetNanoseconds)),
		offsetNanoseconds
	};
}
function getSingleInstantFor(timeZone, isoDateTime, disambig = 0, possibleEpochNanos = timeZone.O(isoDateTime)) {
	if (1 === possibleEpochNanos.length) return possibleEpochNanos[0];
	if (1 === disambig && throwRangeError("Ambiguous offset"), possibleEpochNanos.length) return possibleEpochNanos[3 === disambig ? 1 : 0];
	const zonedEpochNano = isoDateTimeToEpochNano(isoDateTime);
	const gapNano = ((timeZone, zonedEpochNano) => {
		const startOffsetNano = timeZone.B(zonedEpochNano - bigNanoInUtcDay);
		return ((gapNano) => (gapNano > nanoInUtcDay && throwRangeError("Out-of-bounds TimeZone gap"), gapNano))(timeZone.B(zonedEpochNano + bigNanoInUtcDay) - startOffsetNano);
	})(timeZone, zonedEpochNano);
	const shiftedIsoDateTime = epochNanoToIsoDateTime(zonedEpochNano + BigInt(gapNano * (2 === disambig ? -1 : 1)));
	return (possibleEpochNanos = timeZone.O(shiftedIsoDateTime))[2 === disambig ? 0 : possibleEpochNanos.length - 1];
}
function getStartOfDayInstantFor(timeZone, isoDateTime) {
	const possibleEpochNanos = timeZone.O(isoDateTime);
	if (possibleEpochNanos.length) return possibleEpochNanos[0];
	const zonedEpochNanoDayBefore = isoDateTimeToEpochNano(isoDateTime) - bigNanoInUtcDay;
	return timeZone.C(zonedEpochNanoDayBefore, 1);
}
function moveDateByDays(isoDate, days) {
	return days ? epochDaysToIsoDate(isoDateToEpochDays(isoDate) + days) : isoDate;
}
function getCalendarEraOrigins(calendar) {
	return 0 === calendar ? gregoryEraOrigins : calendar ? calendar.k : void 0;
}
function getCalendarFieldNames(calendar, fieldNames, fieldNamesWithEra = fieldNames) {
	return getCalendarEraOrigins(calendar) ? fieldNamesWithEra : fieldNames;
}
function resolveCalendarYear(fields, calendar) {
	const exoticCalendar = calendar || void 0;
	const eraOrigins = getCalendarEraOrigins(calendar);
	let { era, eraYear, year } = fields;
	if (void 0 !== year && (year = toIntegerWithTrunc(year, "year")), void 0 !== eraYear && (eraYear = toIntegerWithTrunc(eraYear, "eraYear")), void 0 !== era || void 0 !== eraYear) {
		void 0 !== era && void 0 !== eraYear || throwTypeError("Mismatching era/eraYear"), eraOrigins || throwRangeError("Forbidden era/eraYear");
		const normalizedEra = normalizeEraName(era);
		const eraOrigin = eraOrigins[normalizedEra];
		void 0 === eraOrigin && throwRangeError(((era) => `Invalid era: ${era}`)(era));
		const yearByEra = exoticCalendar?._ ? exoticCalendar._(eraYear, normalizedEra, eraOrigin) : eraYearToYear(eraYear, eraOrigin);
		void 0 !== year && year !== yearByEra && throwRangeError("Mismatching year/eraYear"), year = yearByEra;
	} else void 0 === year && throwTypeError(missingYear(eraOrigins));
	return year;
}
function resolveCalendarMonth(fields, calendar, year, monthCodeParts, overflow) {
	let { month, monthCode } = fields;
	if (void 0 !== monthCode) {
		const monthByCode = ((calendar, monthCode, year, overflow, monthCodeParts = parseMonthCode(monthCode)) => {
			const leapMonth = calendar ? calendar.p(year) : void 0;
			const [monthCodeNumber, wantsLeapMonth] = monthCodeParts;
			let month = monthCodeNumberToMonth(monthCodeNumber, wantsLeapMonth, leapMonth);
			if (wantsLeapMonth) {
				const leapMonthMeta = calendar ? calendar.l : void 0;
				void 0 === leapMonthMeta && throwRangeError(invalidLeapMonth), leapMonthMeta > 0 ? (month > leapMonthMeta && throwRangeError(invalidLeapMonth), leapMonth !== month && (1 === overflow && throwRangeError(invalidLeapMonth), month = monthCodeNumberToMonth(monthCodeNumber, 0, leapMonth))) : (month !== -leapMonthMeta && throwRangeError(invalidLeapMonth), void 0 === leapMonth && 1 === overflow && throwRangeError(invalidLeapMonth));
			}
			return month;
		})(calendar, monthCode, year, overflow, monthCodeParts);
		void 0 !== month && month !== monthByCode && throwRangeError("Mismatching month/monthCode"), month = monthByCode, overflow = 1;
	} else void 0 === month && throwTypeError("Missing month/monthCode");
	return clampEntity("month", month, 1, computeCalendarMonthsInYearForYear(calendar, year), overflow);
}
function resolveCalendarDay(fields, calendar, year, month, overflow) {
	return clampProp(fields, "day", 1, computeCalendarDaysInMonthForYearMonth(calendar, year, month), overflow);
}
function eraYearToYear(eraYear, eraOrigin) {
	return (eraOrigin + eraYear) * (Math.sign(eraOrigin) || 1) || 0;
}
const offsetRegExp = /^([+-])([01]\d|2[0-3])(?:(:?)([0-5]\d)(?:\3([0-5]\d)(?:[.,](\d{1,9}))?)?)?$/;
function parseOffsetNano(s) {
	const offsetNano = parseOffsetNanoMaybe(s);
	return void 0 === offsetNano && throwRangeError(failedParse(s)), offsetNano;
}
function parseOffsetNanoMaybe(s, onlyHourMinute) {
	const parts = offsetRegExp.exec(s);
	if (parts) return onlyHourMinute && parts[5] && throwRangeError(failedParse(s)), ((s) => s && "+" !== s ? -1 : 1)(parts[1]) * (parseInt(parts[2]) * nanoInHour + parseInt0(parts[4]) * nanoInMinute + parseInt0(parts[5]) * nanoInSec + parseSubsecNano(parts[6] || ""));
}
const dateFieldRefiners = {
	era: toString$1,
	month: toPositiveIntegerWithTruncation,
	monthCode(monthCode, fieldName) {
		return requireString(toPrimitiveWithStringHint(monthCode), fieldName);
	},
	day: toPositiveIntegerWithTruncation
};
({ .../* @__PURE__ */ Object.assign({}, dateFieldRefiners, /* @__PURE__ */ zipPropsConst(timeFieldNamesAsc, toIntegerWithTrunc)) });
function readAndRefineBagFields(bag, validFieldNames, fieldRefiners, requiredFieldNames, disallowEmpty = !requiredFieldNames) {
	const res = {};
	let anyMatching = 0;
	for (const fieldName of validFieldNames) {
		let fieldVal = bag[fieldName];
		if (void 0 !== fieldVal) {
			anyMatching = 1;
			const refiner = fieldRefiners[fieldName];
			refiner && (fieldVal = refiner(fieldVal, fieldName)), res[fieldName] = fieldVal;
		} else requiredFieldNames && requiredFieldNames.includes(fieldName) && throwTypeError(missingField(fieldName));
	}
	return disallowEmpty && !anyMatching && throwTypeError("No valid fields: " + validFieldNames.join()), res;
}
function refineOverflowOptions(options) {
	return void 0 === options ? 0 : coerceOverflow(requireObjectLike(options));
}
function refineEpochDisambigOptions(options) {
	return coerceEpochDisambig(normalizeOptions(options));
}
function refineCalendarDateFields(fields, calendar, allowMissingDay) {
	const eraOrigins = getCalendarEraOrigins(calendar);
	void 0 !== fields.year || void 0 !== fields.era && void 0 !== fields.eraYear || throwTypeError(missingYear(eraOrigins)), void 0 === fields.monthCode && void 0 === fields.month && throwTypeError("Missing month/monthCode"), allowMissingDay || void 0 !== fields.day || throwTypeError(missingField("day"));
	const monthCodeParts = parseMonthCodeField(fields);
	return [resolveCalendarYear(fields, calendar), monthCodeParts];
}
function createDateTimeFromRefinedFields(isoDate, timeFields = timeFieldDefaults, calendar) {
	const isoDateTime = combineDateAndTime(isoDate, timeFields);
	return checkIsoDateTimeInBounds(isoDateTime), createDateTimeSlots(isoDateTime, calendar);
}
function createDateFromRefinedFields(fields, calendar, year, monthCodeParts, overflow) {
	const month = resolveCalendarMonth(fields, calendar, year, monthCodeParts, overflow);
	return createDateSlots(checkIsoDateInBounds(computeCalendarIsoFieldsFromParts(calendar, year, month, resolveCalendarDay(fields, calendar, year, month, overflow))), calendar);
}
function parseMonthCodeField(fields) {
	if (void 0 !== fields.monthCode) return parseMonthCode(fields.monthCode);
}
const RawDateTimeFormat = Intl.DateTimeFormat;
function formatEpochMilliToPartsRecord(intlFormat, epochMilli) {
	epochMilli < -864e13 && throwRangeError("Out-of-bounds date");
	const parts = intlFormat.formatToParts(epochMilli);
	const hash = {};
	for (const part of parts) hash[part.type] = part.value;
	return hash;
}
const timeZonePeriodDaysByName = {
	"El_Aaiun": 16,
	"Tucuman": 12,
	"Tirane": 11,
	"Riga": 10,
	"Simferopol": 9,
	"Vienna": 9,
	"Tunis": 8,
	"Boa_Vista": 6,
	"Fortaleza": 6,
	"Maceio": 6,
	"Noronha": 6,
	"Recife": 6,
	"Gaza": 6,
	"Hebron": 6,
	"DeNoronha": 6
};
const minPossibleTransitionSec = -4e9;
function refineDateDisplayOptions(options) {
	return coerceCalendarDisplay(normalizeOptions(options));
}
function formatInstantIsoAuto(instantSlots) {
	return formatIsoDateTimeFields(epochNanoToIsoDateTime(instantSlots.epochNanoseconds), void 0) + "Z";
}
function formatZonedDateTimeIsoAuto(zonedDateTimeSlots) {
	const calendar = zonedDateTimeSlots.calendar;
	const timeZone = zonedDateTimeSlots.timeZone;
	const offsetNano = timeZone.B(zonedDateTimeSlots.epochNanoseconds);
	return formatIsoDateTimeFields(epochNanoToIsoDateTime(zonedDateTimeSlots.epochNanoseconds + BigInt(offsetNano)), void 0) + formatOffsetNano(roundToMinute(offsetNano)) + formatTimeZone(timeZone.id, 0) + (calendar === void 0 ? "" : formatCalendarId(getCalendarSlotId(calendar), 0));
}
function formatDateTimeIsoAuto(isoDateTimeSlots) {
	const calendar = isoDateTimeSlots.calendar;
	return formatIsoDateTimeFields(isoDateTimeSlots, void 0) + (calendar === void 0 ? "" : formatCalendarId(getCalendarSlotId(calendar), 0));
}
function formatPlainDateIso(plainDateSlots, options) {
	return calendar = plainDateSlots.calendar, isoDate = plainDateSlots, calendarDisplay = refineDateDisplayOptions(options), formatIsoDateFields(isoDate) + formatCalendar(calendar, calendarDisplay);
	var calendar, isoDate, calendarDisplay;
}
function formatDateIsoAuto(plainDateSlots) {
	return formatIsoDateFields(plainDateSlots) + (plainDateSlots.calendar === void 0 ? "" : formatCalendarId(getCalendarSlotId(plainDateSlots.calendar), 0));
}
function formatTimeIsoAuto(slots) {
	return formatTimeFields(slots, void 0);
}
function formatIsoDateTimeFields(isoDateTime, subsecDigits) {
	return formatIsoDateFields(isoDateTime) + "T" + formatTimeFields(isoDateTime, subsecDigits);
}
function formatIsoDateFields(isoDate) {
	return formatIsoYearMonthFields(isoDate) + "-" + padNumber2(isoDate.day);
}
function formatIsoYearMonthFields(isoDate) {
	const { year } = isoDate;
	return (year < 0 || year > 9999 ? getSignStr(year) + padNumber(6, Math.abs(year)) : padNumber(4, year)) + "-" + padNumber2(isoDate.month);
}
function formatTimeFields(timeFields, subsecDigits) {
	const parts = [padNumber2(timeFields.hour), padNumber2(timeFields.minute)];
	return -1 !== subsecDigits && parts.push(padNumber2(timeFields.second) + ((millisecond, microsecond, nanosecond, subsecDigits) => formatSubsecNano(millisecond * nanoInMilli + microsecond * nanoInMicro + nanosecond, subsecDigits))(timeFields.millisecond, timeFields.microsecond, timeFields.nanosecond, subsecDigits)), parts.join(":");
}
function formatOffsetNano(offsetNano, offsetDisplay = 0) {
	if (1 === offsetDisplay) return "";
	const [hour, nanoRemainder0] = divModFloor(Math.abs(offsetNano), nanoInHour);
	const [minute, nanoRemainder1] = divModFloor(nanoRemainder0, nanoInMinute);
	const [second, nanoRemainder2] = divModFloor(nanoRemainder1, nanoInSec);
	return getSignStr(offsetNano) + padNumber2(hour) + ":" + padNumber2(minute) + (second || nanoRemainder2 ? ":" + padNumber2(second) + formatSubsecNano(nanoRemainder2) : "");
}
function formatTimeZone(timeZoneId, timeZoneDisplay) {
	return 1 !== timeZoneDisplay ? "[" + (2 === timeZoneDisplay ? "!" : "") + timeZoneId + "]" : "";
}
function formatCalendar(calendar, calendarDisplay) {
	return calendarDisplay > 1 || 0 === calendarDisplay && calendar !== void 0 ? formatCalendarId(getCalendarSlotId(calendar), 2 === calendarDisplay) : "";
}
function formatCalendarId(calendarId, isCritical) {
	return "[" + (isCritical ? "!" : "") + "u-ca=" + calendarId + "]";
}
const trailingZerosRE = /0+$/;
function formatSubsecNano(totalNano, subsecDigits) {
	let s = padNumber(9, totalNano);
	return s = void 0 === subsecDigits ? s.replace(trailingZerosRE, "") : s.slice(0, subsecDigits), s ? "." + s : "";
}
function getSignStr(num) {
	return num < 0 ? "-" : "+";
}
const icuRegExp = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/;
const badCharactersRegExp = /[^\w\/:+-]+/;
function refineTimeZoneId(rawId) {
	return resolveTimeZoneId(requireString(rawId));
}
function resolveTimeZoneId(rawId) {
	return resolveTimeZoneRecord(rawId).id;
}
const resolveTimeZoneRecord = /*@__PURE__*/ memoize((rawId) => {
	const upperRawId = rawId.toUpperCase();
	const offsetRecord = ((upperRawId) => {
		const offsetNano = parseOffsetNanoMaybe(upperRawId, 1);
		if (void 0 !== offsetNano) return {
			id: formatOffsetNano(offsetNano),
			Z: offsetNano,
			m: offsetNano
		};
	})(upperRawId);
	if (offsetRecord) return {
		kind: "fixed",
		...offsetRecord
	};
	const normId = "UTC" === upperRawId ? "UTC" : ((rawId) => (badCharactersRegExp.test(rawId) && throwRangeError(invalidTimeZone(rawId)), icuRegExp.test(rawId) && throwRangeError("Forbidden ICU TimeZone"), rawId.toLowerCase().split("/").map((part, partI) => (part.length <= 3 || /\d/.test(part)) && !/etc|yap/.test(part) ? part.toUpperCase() : part.replace(/baja|dumont|[a-z]+/g, (a, i) => a.length <= 2 && !partI || "in" === a || "chat" === a ? a.toUpperCase() : a.length > 2 || !i ? capitalize(a).replace(/island|noronha|murdo|rivadavia|urville/, capitalize) : a)).join("/")))(rawId);
	return queryNamedTimeZoneRecord(normId);
});
const queryNamedTimeZoneRecord = /*@__PURE__*/ memoize((normId) => {
	if ("UTC" === normId) return {
		kind: "utc",
		id: normId,
		m: normId
	};
	const format = (upperNormId = normId.toUpperCase(), new RawDateTimeFormat("en-u-hc-h23", {
		calendar: "iso8601",
		timeZone: upperNormId,
		era: "short",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric"
	}));
	var upperNormId;
	return {
		kind: "named",
		id: normId,
		format,
		m: format.resolvedOptions().timeZone
	};
});
function queryTimeZone(rawTimeZoneId) {
	const record = resolveTimeZoneRecord(rawTimeZoneId);
	return queryTimeZoneRecord(record.id, record);
}
const queryTimeZoneRecord = /*@__PURE__*/ memoize((normTimeZoneId, record) => "named" === record.kind ? new IntlTimeZone(normTimeZoneId, record.m, record.format) : new FixedTimeZone(normTimeZoneId, record.m, "fixed" === record.kind ? record.Z : 0));
var FixedTimeZone = class {
	constructor(id, compareKey, offsetNano) {
		this.id = id, this.m = compareKey, this.Z = offsetNano;
	}
	B() {
		return this.Z;
	}
	O(isoDateTime) {
		return [isoDateTimeAndOffsetToEpochNano(isoDateTime, this.Z)];
	}
	C() {}
};
var IntlTimeZone = class {
	constructor(id, compareKey, format) {
		this.id = id, this.m = compareKey, this.me = ((computeOffsetSec, periodDays) => {
			const getSample = memoize(computeOffsetSec);
			const getSplit = memoize(createSplitTuple);
			const periodSec = 86400 * periodDays;
			function getOffsetSec(epochSec) {
				const [startEpochSec, endEpochSec] = computePeriod(epochSec, periodSec);
				const clampedStartEpochSec = clampIntlSampleEpochSec(startEpochSec);
				const clampedEndEpochSec = clampIntlSampleEpochSec(endEpochSec);
				const startOffsetSec = getSample(clampedStartEpochSec);
				const endOffsetSec = getSample(clampedEndEpochSec);
				return startOffsetSec === endOffsetSec ? startOffsetSec : pinch(getSplit(clampedStartEpochSec, clampedEndEpochSec), startOffsetSec, endOffsetSec, epochSec);
			}
			function searchTransition(searchEpochSec, direction, searchLimit, epochSec = searchEpochSec) {
				let [startEpochSec, endEpochSec] = computePeriod(searchEpochSec, periodSec);
				const inc = periodSec * direction;
				const inBounds = () => direction < 0 ? endEpochSec > searchLimit : startEpochSec < searchLimit;
				for (; inBounds();) {
					const clampedStartEpochSec = clampIntlSampleEpochSec(startEpochSec);
					const clampedEndEpochSec = clampIntlSampleEpochSec(endEpochSec);
					const startOffsetSec = getSample(clampedStartEpochSec);
					const endOffsetSec = getSample(clampedEndEpochSec);
					if (startOffsetSec !== endOffsetSec) {
						const split = getSplit(clampedStartEpochSec, clampedEndEpochSec);
						pinch(split, startOffsetSec, endOffsetSec);
						const transitionEpochSec = split[0];
						if ((compareNumbers(transitionEpochSec, epochSec) || 1) === direction) return transitionEpochSec;
					}
					startEpochSec += inc, endEpochSec += inc;
				}
			}
			function pinch(split, startOffsetSec, endOffsetSec, forEpochSec) {
				let offsetSec;
				let splitDurSec;
				for (; (void 0 === forEpochSec || void 0 === (offsetSec = forEpochSec < split[0] ? startOffsetSec : forEpochSec >= split[1] ? endOffsetSec : void 0)) && (splitDurSec = split[1] - split[0]);) {
					const middleEpochSec = split[0] + Math.floor(splitDurSec / 2);
					computeOffsetSec(middleEpochSec) === endOffsetSec ? split[1] = middleEpochSec : split[0] = middleEpochSec + 1;
				}
				return offsetSec;
			}
			return {
				Ae(zonedEpochSec) {
					const wideOffsetSec0 = getOffsetSec(zonedEpochSec - 86400);
					const wideOffsetSec1 = getOffsetSec(zonedEpochSec + 86400);
					const wideUtcEpochSec0 = zonedEpochSec - wideOffsetSec0;
					const wideUtcEpochSec1 = zonedEpochSec - wideOffsetSec1;
					if (wideOffsetSec0 === wideOffsetSec1) return [wideUtcEpochSec0];
					const narrowOffsetSec0 = getOffsetSec(wideUtcEpochSec0);
					return narrowOffsetSec0 === getOffsetSec(wideUtcEpochSec1) ? [zonedEpochSec - narrowOffsetSec0] : wideOffsetSec0 > wideOffsetSec1 ? [wideUtcEpochSec0, wideUtcEpochSec1] : [];
				},
				ze: getOffsetSec,
				C(epochSec, direction) {
					if (!(direction > 0 && epochSec >= 864e10)) {
						if (direction < 0) {
							if (epochSec <= minPossibleTransitionSec) return;
							return epochSec > 4e9 ? searchTransition(epochSec, -1, epochSec - 94867200) ?? searchTransition(4e9, -1, minPossibleTransitionSec) : searchTransition(epochSec, -1, minPossibleTransitionSec);
						}
						return searchTransition(Math.max(epochSec, minPossibleTransitionSec) - 1, 1, Math.max(epochSec, Math.floor(Date.now() / 1e3)) + 94867200, epochSec);
					}
				}
			};
		})(((format) => (epochSec) => {
			const intlParts = formatEpochMilliToPartsRecord(format, 1e3 * epochSec);
			return 86400 * isoPartsToEpochDays(((intlParts) => {
				const relatedYear = intlParts.relatedYear;
				if (void 0 !== relatedYear) return parseInt(relatedYear);
				const year = parseInt(intlParts.year);
				return void 0 !== intlParts.era && "bce" === normalizeEraName(intlParts.era) ? 1 - year : year;
			})(intlParts), parseInt(intlParts.month), parseInt(intlParts.day)) + 3600 * parseInt(intlParts.hour) + 60 * parseInt(intlParts.minute) + parseInt(intlParts.second) - epochSec;
		})(format), ((timeZoneId) => {
			const timeZoneName = timeZoneId.split("/").pop();
			return timeZonePeriodDaysByName[timeZoneName] || 19;
		})(id));
	}
	B(epochNano) {
		return this.me.ze(((epochNano) => epochNanoToSecMod(epochNano)[0])(epochNano)) * nanoInSec;
	}
	O(isoDateTime) {
		const zonedEpochSec = 86400 * isoDateToEpochDays(isoDateTime) + timeFieldsToSec(isoDateTime);
		const subsecNano = timeFieldsToSubsecNano(isoDateTime);
		return this.me.Ae(zonedEpochSec).map((epochSec) => checkEpochNanoInBounds(BigInt(epochSec) * bigNanoInSec + BigInt(subsecNano)));
	}
	C(epochNano, direction) {
		const [epochSec, subsecNano] = epochNanoToSecMod(epochNano);
		const resEpochSec = this.me.C(epochSec + (direction > 0 || subsecNano ? 1 : 0), direction);
		if (void 0 !== resEpochSec) return BigInt(resEpochSec) * bigNanoInSec;
	}
};
function createSplitTuple(startEpochSec, endEpochSec) {
	return [startEpochSec, endEpochSec];
}
function computePeriod(epochSec, periodSec) {
	const startEpochSec = Math.floor(epochSec / periodSec) * periodSec;
	return [startEpochSec, startEpochSec + periodSec];
}
function clampIntlSampleEpochSec(epochSec) {
	return constrainToRange(epochSec, -1e10, 864e10);
}
function refinePlainDateObjectLike(calendar, bag, options, requireFields = []) {
	const fields = readAndRefineBagFields(bag, getCalendarFieldNames(calendar, dateFieldNamesAlpha, dateFieldNamesWithEraAlpha), dateFieldRefiners, requireFields);
	const [year, monthCodeParts] = refineCalendarDateFields(fields, calendar);
	return createDateFromRefinedFields(fields, calendar, year, monthCodeParts, refineOverflowOptions(options));
}
function throwFailedParse(s) {
	throwRangeError(failedParse(s));
}
function parseInstant$1(s) {
	const organized = parseDateTimeLike(s = requireString(toPrimitiveWithStringHint(s)));
	let offsetNano;
	return organized || throwFailedParse(s), organized.I ? offsetNano = 0 : organized.offset ? offsetNano = parseOffsetNano(organized.offset) : throwFailedParse(s), createEpochNanoSlots(isoDateTimeAndOffsetToEpochNano(organized, offsetNano));
}
function parsePlainDate(s, resolveCalendar) {
	return finalizeDate(parsePlainDateLike(s), resolveCalendar);
}
function parsePlainTime(s) {
	const organized = parseDateTimeLike(s = requireString(s)) || parseTimeOnly(s);
	return (!organized || !organized.qe || organized.I || parseYearMonthOnly(s) || parseMonthDayOnly(s)) && throwFailedParse(s), createTimeSlots(organized);
}
function parsePlainDateLike(s) {
	const organized = parseDateTimeLike(requireString(s));
	return organized && !organized.I || throwFailedParse(s), organized;
}
function finalizeDate(organized, resolveCalendar) {
	return createDateSlots(checkIsoDateInBounds(organized), resolveCalendar(organized.calendarId));
}
function timeRegExpStr(separatorIndex, leapSecondStr = "") {
	return `([01]\\d|2[0-3])(?:(:?)([0-5]\\d)(?:\\${separatorIndex}([0-5]\\d${leapSecondStr})(?:[.,](\\d{1,9}))?)?)?`;
}
const dateTimeRegExpStr = "((?!-0{6})[+-]\\d{6}|\\d{4})(-?)(0[1-9]|1[0-2])\\2(0[1-9]|[12]\\d|3[01])(?:[Tt ]" + timeRegExpStr(6, "|60") + "(?:([Zz])|(([+-])" + timeRegExpStr(14) + "))?)?";
const yearMonthRegExp = /*@__PURE__*/ createRegExp("((?!-0{6})[+-]\\d{6}|\\d{4})-?(0[1-9]|1[0-2])(?:\\[!?([+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?|[a-zA-Z._][\\w.+-]*(?:/[a-zA-Z._][\\w.+-]*)*)\\])?((?:\\[!?[a-z_][a-z\\d_-]*=[a-zA-Z\\d]+(?:-[a-zA-Z\\d]+)*\\])*)");
const monthDayRegExp = /*@__PURE__*/ createRegExp("(?:--)?(0[1-9]|1[0-2])-?(0[1-9]|[12]\\d|3[01])(?:\\[!?([+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?|[a-zA-Z._][\\w.+-]*(?:/[a-zA-Z._][\\w.+-]*)*)\\])?((?:\\[!?[a-z_][a-z\\d_-]*=[a-zA-Z\\d]+(?:-[a-zA-Z\\d]+)*\\])*)");
const dateTimeRegExp = /*@__PURE__*/ createRegExp(dateTimeRegExpStr + "(?:\\[!?([+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?|[a-zA-Z._][\\w.+-]*(?:/[a-zA-Z._][\\w.+-]*)*)\\])?((?:\\[!?[a-z_][a-z\\d_-]*=[a-zA-Z\\d]+(?:-[a-zA-Z\\d]+)*\\])*)");
const annotationRegExp = /\[(!?)([^=]+)=([^\]]+)/g;
function parseDateTimeLike(s) {
	const parts = dateTimeRegExp.exec(s);
	if (!parts) return;
	return validateIsoDateFields(((parts) => ({
		year: parseInt(parts[1]),
		month: parseInt(parts[3]),
		day: parseInt(parts[4]),
		...nanoToTimeAndDay(parseSubsecNano(parts[9] || ""))[0],
		hour: parseInt0(parts[5]),
		minute: parseInt0(parts[7]),
		second: Math.min(parseInt0(parts[8]), 59),
		...organizeAnnotationParts(parts[18], parts[19]),
		qe: !!parts[5],
		I: !!parts[10],
		offset: parts[11]
	}))(parts));
}
function parseYearMonthOnly(s) {
	const parts = yearMonthRegExp.exec(s);
	return parts ? requireIsoCalendar(((parts) => ({
		year: parseInt(parts[1]),
		month: parseInt(parts[2]),
		day: 1,
		...organizeAnnotationParts(parts[3], parts[4])
	}))(parts)) : void 0;
}
function parseMonthDayOnly(s) {
	const parts = monthDayRegExp.exec(s);
	if (parts) {
		const organized = ((parts) => ({
			year: 1972,
			month: parseInt(parts[1]),
			day: parseInt(parts[2]),
			...organizeAnnotationParts(parts[3], parts[4])
		}))(parts);
		if (allPropsEqual(calendarDateFieldNamesAsc, isoDate = organized, constrainIsoDateFields(isoDate))) return requireIsoCalendar(organized);
	}
	var isoDate;
}
function requireIsoCalendar(organized) {
	return "iso8601" !== organized.calendarId && throwFailedParse(organized.calendarId), organized;
}
function parseTimeOnly(s) {
	const organized = parseDateTimeLike(s.replace(/^t?/i, "0000-01-01T"));
	return organized && !organized.I ? organized : void 0;
}
function organizeAnnotationParts(timeZoneId, s) {
	let calendarIsCritical;
	const calendarIds = [];
	return s.replace(annotationRegExp, (whole, criticalStr, key, value) => ("u-ca" === key ? (calendarIds.push(value.toLowerCase()), calendarIsCritical || (calendarIsCritical = criticalStr)) : criticalStr && throwFailedParse(whole), "")), calendarIds.length > 1 && calendarIsCritical && throwFailedParse(s), {
		timeZoneId,
		calendarId: calendarIds[0] || "iso8601"
	};
}
function instantToZonedDateTime(instantSlots, timeZone, calendar) {
	return createZonedEpochNanoSlots(instantSlots.epochNanoseconds, timeZone, calendar);
}
function zonedDateTimeToDate(zonedDateTimeSlots0) {
	return createDateSlots(zonedEpochSlotsToIso(zonedDateTimeSlots0), zonedDateTimeSlots0.calendar);
}
function dateTimeToZonedDateTime(plainDateTimeSlots, timeZone, epochDisambig) {
	return createZonedEpochNanoSlots(checkEpochNanoInBounds(getSingleInstantFor(timeZone, plainDateTimeSlots, epochDisambig)), timeZone, plainDateTimeSlots.calendar);
}
function dateToZonedDateTime(plainDateSlots, timeZone, timeFields) {
	let epochNano;
	return epochNano = timeFields ? getSingleInstantFor(timeZone, combineDateAndTime(plainDateSlots, timeFields)) : getStartOfDayInstantFor(timeZone, combineDateAndTime(plainDateSlots, timeFieldDefaults)), createZonedEpochNanoSlots(epochNano, timeZone, plainDateSlots.calendar);
}
function epochMilliToInstant(epochMilli) {
	return createEpochNanoSlots(checkEpochNanoInBounds(BigInt(toStrictInteger(epochMilli)) * bigNanoInMilli));
}
({ .../* @__PURE__ */ Object.assign({}, {
	year: "numeric",
	month: "numeric",
	day: "numeric"
}, {
	hour: "numeric",
	minute: "numeric",
	second: "numeric"
}) });
// node_modules/temporal-polyfill/chunks/apiHelpers.js
const PlainDateBranding = "PlainDate";
const PlainDateTimeBranding = "PlainDateTime";
const PlainTimeBranding = "PlainTime";
const ZonedDateTimeBranding = "ZonedDateTime";
const InstantBranding = "Instant";
const CalendarBranding = "Calendar";
function defineTemporalClass(branding, cls, getSlots, ...getterMaps) {
	return Object.defineProperties(cls, createNameDescriptors(branding)), Object.defineProperties(cls.prototype, createStringTagDescriptors("Temporal." + branding)), Object.defineProperties(cls.prototype, mapProps((getter) => ({
		get() {
			return getter(getSlots(this));
		},
		configurable: 1
	}), Object.assign({}, ...getterMaps))), cls;
}
const attachDebugString = "noop" !== noop.name || globalThis.process ? noop : (instance) => {
	Object.defineProperty(instance, "_str_", { value: instance.toJSON() });
};
function invalidRecordType() {
	throwTypeError(invalidCallingContext);
}
function forbiddenValueOf() {
	throwTypeError(forbiddenValueOf$1);
}
const dateFieldGetters$1 = {
	era(slots) {
		return computeCalendarEraFields(slots.calendar, slots).era;
	},
	eraYear(slots) {
		return computeCalendarEraFields(slots.calendar, slots).eraYear;
	},
	year(slots) {
		return computeCalendarDateFields(slots.calendar, slots).year;
	},
	month(slots) {
		return computeCalendarDateFields(slots.calendar, slots).month;
	},
	monthCode(slots) {
		return computeCalendarMonthCode(slots.calendar, slots);
	},
	day(slots) {
		return computeCalendarDateFields(slots.calendar, slots).day;
	}
};
function createNativeGetters(shimGetters) {
	return createPropGetters(Object.keys(shimGetters));
}
const timeGetters = /*@__PURE__*/ createNativeGetters(timeGetters$1);
const dateFieldGetters = /*@__PURE__*/ createNativeGetters(dateFieldGetters$1);
// node_modules/temporal-polyfill/chunks/funcApi.js
const PlainDateRecordBranding = `${PlainDateBranding}Record`;
const PlainDateTimeRecordBranding = `${PlainDateTimeBranding}Record`;
const PlainTimeRecordBranding = `${PlainTimeBranding}Record`;
const ZonedDateTimeRecordBranding = `${ZonedDateTimeBranding}Record`;
const InstantRecordBranding = `${InstantBranding}Record`;
const CalendarRecordBranding = `${CalendarBranding}Record`;
const calendarMap = /*@__PURE__*/ new WeakMap();
const instantMap = /*@__PURE__*/ new WeakMap();
const zonedDateTimeMap = /*@__PURE__*/ new WeakMap();
const plainDateTimeMap = /*@__PURE__*/ new WeakMap();
const plainDateMap = /*@__PURE__*/ new WeakMap();
const plainTimeMap = /*@__PURE__*/ new WeakMap();
function getCalendarSlots(record) {
	return getCalendarSlotsIfPresent(record) || invalidRecordType();
}
function getCalendarSlotsIfPresent(record) {
	return calendarMap.get(record);
}
function getInstantSlots(record) {
	return getInstantSlotsIfPresent(record) || invalidRecordType();
}
function getInstantSlotsIfPresent(record) {
	return instantMap.get(record);
}
function setInstantSlots(instance, slots) {
	instantMap.set(instance, slots);
}
function getZonedDateTimeSlots(record) {
	return getZonedDateTimeSlotsIfPresent(record) || invalidRecordType();
}
function getZonedDateTimeSlotsIfPresent(record) {
	return zonedDateTimeMap.get(record);
}
function setZonedDateTimeSlots(instance, slots) {
	zonedDateTimeMap.set(instance, slots);
}
function getPlainDateTimeSlots(record) {
	return getPlainDateTimeSlotsIfPresent(record) || invalidRecordType();
}
function getPlainDateTimeSlotsIfPresent(record) {
	return plainDateTimeMap.get(record);
}
function setPlainDateTimeSlots(instance, slots) {
	plainDateTimeMap.set(instance, slots);
}
function getPlainDateSlots(record) {
	return getPlainDateSlotsIfPresent(record) || invalidRecordType();
}
function getPlainDateSlotsIfPresent(record) {
	return plainDateMap.get(record);
}
function setPlainDateSlots(instance, slots) {
	plainDateMap.set(instance, slots);
}
function getPlainTimeSlots(record) {
	return getPlainTimeSlotsIfPresent(record) || invalidRecordType();
}
function getPlainTimeSlotsIfPresent(record) {
	return plainTimeMap.get(record);
}
function setPlainTimeSlots(instance, slots) {
	plainTimeMap.set(instance, slots);
}
const CalendarRecord = /*@__PURE__*/ defineTemporalClass(CalendarRecordBranding, class {
	toJSON() {
		return getCalendarRecordId(this);
	}
	valueOf() {
		return getCalendarRecordId(this);
	}
});
function createCalendarRecord(id, getImpl) {
	const instance = Object.create(CalendarRecord.prototype);
	return ((instance, slots) => {
		calendarMap.set(instance, slots);
	})(instance, {
		id,
		xe: getImpl
	}), attachDebugString(instance), instance;
}
function getCalendarRecordId(record) {
	return getCalendarSlots(record).id;
}
function getCalendarRecordImplCreator(record) {
	const getImpl = getCalendarSlots(record).xe;
	return getImpl || throwRangeError(exoticCalendarRequired(getCalendarRecordId(record), "getExotic or getAny")), getImpl;
}
// node_modules/temporal-polyfill/chunks/funcApi-native.js
function requireTimeZoneId(timeZoneId) {
	return "string" == typeof timeZoneId && timeZoneId.includes("[") && throwRangeError(invalidTimeZone(timeZoneId)), timeZoneId;
}
function refineNativeCalendarArgMaybe(calendarRecord) {
	if (void 0 !== calendarRecord) return getValidatedCalendarId(calendarRecord);
}
function runNativeCalendarResolver(canonicalCalendarId, getCalendarRecord) {
	getValidatedCalendarId(getCalendarRecord(canonicalCalendarId));
}
function getValidatedCalendarId(record) {
	return getCalendarRecordImplCreator(record), getCalendarRecordId(record);
}
const getNativePlainTime = getPlainTimeSlots;
const NativePlainTimeRecord = /*@__PURE__*/ defineTemporalClass(PlainTimeRecordBranding, class {
	toJSON() {
		return getNativePlainTime(this).toJSON();
	}
	valueOf() {
		return getNativePlainTime(this).valueOf();
	}
}, getNativePlainTime, timeGetters);
function createNativePlainTimeRecord(native) {
	const instance = Object.create(NativePlainTimeRecord.prototype);
	return setPlainTimeSlots(instance, native), attachDebugString(instance), instance;
}
function fromString$6$4(s) {
	return createNativePlainTimeRecord(NativeTemporal.PlainTime.from(s));
}
const getNativePlainDateTime = getPlainDateTimeSlots;
const NativePlainDateTimeRecord = /*@__PURE__*/ defineTemporalClass(PlainDateTimeRecordBranding, class {
	get calendarId() {
		return getNativePlainDateTime(this).calendarId;
	}
	toJSON() {
		return getNativePlainDateTime(this).toJSON();
	}
	valueOf() {
		return getNativePlainDateTime(this).valueOf();
	}
}, getNativePlainDateTime, dateFieldGetters, timeGetters);
function createNativePlainDateTimeRecord(native) {
	const instance = Object.create(NativePlainDateTimeRecord.prototype);
	return setPlainDateTimeSlots(instance, native), attachDebugString(instance), instance;
}
function toZonedDateTime$1$3(record, timeZoneId, options) {
	return createNativeZonedDateTimeRecord(getNativePlainDateTime(record).toZonedDateTime(requireTimeZoneId(timeZoneId), options));
}
const getNativePlainDate = getPlainDateSlots;
const NativePlainDateRecord = /*@__PURE__*/ defineTemporalClass(PlainDateRecordBranding, class {
	get calendarId() {
		return getNativePlainDate(this).calendarId;
	}
	toJSON() {
		return getNativePlainDate(this).toJSON();
	}
	valueOf() {
		return getNativePlainDate(this).valueOf();
	}
}, getNativePlainDate, dateFieldGetters);
function createNativePlainDateRecord(native) {
	const instance = Object.create(NativePlainDateRecord.prototype);
	return setPlainDateSlots(instance, native), attachDebugString(instance), instance;
}
function fromFields$1$1(fields, options) {
	const calendar = refineNativeCalendarArgMaybe(fields.calendar);
	return createNativePlainDateRecord(NativeTemporal.PlainDate.from({
		...fields,
		calendar
	}, options));
}
function fromString$2$6(s, getCalendarRecord) {
	const resNative = NativeTemporal.PlainDate.from(s);
	return runNativeCalendarResolver(resNative.calendarId, getCalendarRecord), createNativePlainDateRecord(resNative);
}
function toString$2$1(record, options) {
	return getNativePlainDate(record).toString(options);
}
function toZonedDateTime$4(record, options) {
	const native = getNativePlainDate(record);
	const optionsObj = "string" == typeof options ? { timeZone: options } : {
		...options,
		plainTime: void 0 === options.plainTime ? void 0 : getNativePlainTime(options.plainTime)
	};
	return requireTimeZoneId(optionsObj.timeZone), createNativeZonedDateTimeRecord(native.toZonedDateTime(optionsObj));
}
function toPlainDateTime$1$1(record, plainTimeRecord) {
	const native = getNativePlainDate(record);
	const plainTimeNative = void 0 === plainTimeRecord ? void 0 : getNativePlainTime(plainTimeRecord);
	return createNativePlainDateTimeRecord(native.toPlainDateTime(plainTimeNative));
}
function addDays$1$1(record, days) {
	return createNativePlainDateRecord(getNativePlainDate(record).add({ days }));
}
const getNativeZonedDateTime = getZonedDateTimeSlots;
const NativeZonedDateTimeRecord = /*@__PURE__*/ defineTemporalClass(ZonedDateTimeRecordBranding, class {
	get calendarId() {
		return getNativeZonedDateTime(this).calendarId;
	}
	get timeZoneId() {
		return getNativeZonedDateTime(this).timeZoneId;
	}
	get epochMilliseconds() {
		return getNativeZonedDateTime(this).epochMilliseconds;
	}
	get epochNanoseconds() {
		return getNativeZonedDateTime(this).epochNanoseconds;
	}
	toJSON() {
		return getNativeZonedDateTime(this).toJSON();
	}
	valueOf() {
		return getNativeZonedDateTime(this).valueOf();
	}
}, getNativeZonedDateTime, dateFieldGetters, timeGetters);
function createNativeZonedDateTimeRecord(native) {
	const instance = Object.create(NativeZonedDateTimeRecord.prototype);
	return setZonedDateTimeSlots(instance, native), attachDebugString(instance), instance;
}
function toPlainDate$5(record) {
	return createNativePlainDateRecord(getNativeZonedDateTime(record).toPlainDate());
}
const getNativeInstant = getInstantSlots;
const NativeInstantRecord = /*@__PURE__*/ defineTemporalClass(InstantRecordBranding, class {
	get epochMilliseconds() {
		return getNativeInstant(this).epochMilliseconds;
	}
	get epochNanoseconds() {
		return getNativeInstant(this).epochNanoseconds;
	}
	toJSON() {
		return getNativeInstant(this).toJSON();
	}
	valueOf() {
		return getNativeInstant(this).valueOf();
	}
});
function createNativeInstantRecord(native) {
	const instance = Object.create(NativeInstantRecord.prototype);
	return setInstantSlots(instance, native), attachDebugString(instance), instance;
}
function fromEpochMilliseconds$2(epochMilliseconds) {
	return createNativeInstantRecord(NativeTemporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}
function fromString$9(s) {
	return createNativeInstantRecord(NativeTemporal.Instant.from(s));
}
function toZonedDateTimeISO$2(record, timeZoneId) {
	return createNativeZonedDateTimeRecord(getNativeInstant(record).toZonedDateTimeISO(requireTimeZoneId(timeZoneId)));
}
// node_modules/temporal-polyfill/chunks/funcApi-shim.js
function refineShimCalendarArgMaybe(calendarRecord) {
	return void 0 === calendarRecord ? void 0 : getCalendarRecordImpl(calendarRecord);
}
function createShimCalendarStringResolver(getCalendarRecord) {
	return (calendarId) => getCalendarRecordImpl(getCalendarRecord(calendarId.toLowerCase()));
}
function getCalendarRecordImpl(record) {
	return getCalendarRecordImplCreator(record)();
}
const getShimPlainTimeSlots = getPlainTimeSlots;
const ShimPlainTimeRecord = /*@__PURE__*/ defineTemporalClass(PlainTimeRecordBranding, class {
	toJSON() {
		return formatTimeIsoAuto(getShimPlainTimeSlots(this));
	}
	valueOf() {
		return forbiddenValueOf();
	}
}, getShimPlainTimeSlots, timeGetters$1);
function createShimPlainTimeRecord(slots) {
	const instance = Object.create(ShimPlainTimeRecord.prototype);
	return setPlainTimeSlots(instance, slots), attachDebugString(instance), instance;
}
function fromString$6(s) {
	return createShimPlainTimeRecord(parsePlainTime(s));
}
const getShimPlainDateTimeSlots = getPlainDateTimeSlots;
const ShimPlainDateTimeRecord = /*@__PURE__*/ defineTemporalClass(PlainDateTimeRecordBranding, class {
	get calendarId() {
		return getCalendarSlotId(getShimPlainDateTimeSlots(this).calendar);
	}
	toJSON() {
		return formatDateTimeIsoAuto(getShimPlainDateTimeSlots(this));
	}
	valueOf() {
		return forbiddenValueOf();
	}
}, getShimPlainDateTimeSlots, dateFieldGetters$1, timeGetters$1);
function createShimPlainDateTimeRecord(slots) {
	const instance = Object.create(ShimPlainDateTimeRecord.prototype);
	return setPlainDateTimeSlots(instance, slots), attachDebugString(instance), instance;
}
function toZonedDateTime$1(record, timeZoneId, options) {
	return createShimZonedDateTimeRecord(dateTimeToZonedDateTime(getShimPlainDateTimeSlots(record), queryTimeZone(refineTimeZoneId(timeZoneId)), refineEpochDisambigOptions(options)));
}
const getShimPlainDateSlots = getPlainDateSlots;
const ShimPlainDateRecord = /*@__PURE__*/ defineTemporalClass(PlainDateRecordBranding, class {
	get calendarId() {
		return getCalendarSlotId(getShimPlainDateSlots(this).calendar);
	}
	toJSON() {
		return formatDateIsoAuto(getShimPlainDateSlots(this));
	}
	valueOf() {
		return forbiddenValueOf();
	}
}, getShimPlainDateSlots, dateFieldGetters$1);
function createShimPlainDateRecord(slots) {
	const instance = Object.create(ShimPlainDateRecord.prototype);
	return setPlainDateSlots(instance, slots), attachDebugString(instance), instance;
}
function fromFields$1(fields, options) {
	return createShimPlainDateRecord(refinePlainDateObjectLike(refineShimCalendarArgMaybe(fields.calendar), fields, options));
}
function fromString$2(s, getCalendarRecord) {
	return createShimPlainDateRecord(parsePlainDate(s, createShimCalendarStringResolver(getCalendarRecord)));
}
function toString$2(record, options) {
	return formatPlainDateIso(getShimPlainDateSlots(record), options);
}
function toZonedDateTime$2(record, options) {
	const optionsObj = "string" == typeof options ? { timeZone: options } : options;
	const slots = getShimPlainDateSlots(record);
	const timeZoneId = refineTimeZoneId(optionsObj.timeZone);
	const plainTimeArg = optionsObj.plainTime;
	const timeFields = void 0 !== plainTimeArg ? getPlainTimeSlots(plainTimeArg) : void 0;
	return createShimZonedDateTimeRecord(dateToZonedDateTime(slots, queryTimeZone(timeZoneId), timeFields));
}
function toPlainDateTime$1(record, plainTimeRecord = timeFieldDefaults) {
	const slots = getShimPlainDateSlots(record);
	return createShimPlainDateTimeRecord(createDateTimeFromRefinedFields(slots, getPlainTimeSlotsIfPresent(plainTimeRecord) || plainTimeRecord, slots.calendar));
}
function addDays$1(record, days) {
	const slots = getShimPlainDateSlots(record);
	return createRecordFromDateFields(createDateSlots(moveDateByDays(slots, toStrictInteger(days)), slots.calendar));
}
function createRecordFromDateFields(isoDate) {
	return checkIsoDateInBounds(isoDate), createShimPlainDateRecord(createDateSlots(isoDate, isoDate.calendar));
}
const getShimZonedDateTimeSlots = getZonedDateTimeSlots;
const ShimZonedDateTimeRecord = /*@__PURE__*/ defineTemporalClass(ZonedDateTimeRecordBranding, class {
	get calendarId() {
		return getCalendarSlotId(getShimZonedDateTimeSlots(this).calendar);
	}
	get timeZoneId() {
		return getShimZonedDateTimeSlots(this).timeZone.id;
	}
	get epochMilliseconds() {
		return epochNanoToMilli(getShimZonedDateTimeSlots(this).epochNanoseconds);
	}
	get epochNanoseconds() {
		return getShimZonedDateTimeSlots(this).epochNanoseconds;
	}
	toJSON() {
		return formatZonedDateTimeIsoAuto(getShimZonedDateTimeSlots(this));
	}
	valueOf() {
		return forbiddenValueOf();
	}
}, getShimZonedDateTimeIsoSlots, dateFieldGetters$1, timeGetters$1);
function createShimZonedDateTimeRecord(slots) {
	const instance = Object.create(ShimZonedDateTimeRecord.prototype);
	return setZonedDateTimeSlots(instance, slots), attachDebugString(instance), instance;
}
function getShimZonedDateTimeIsoSlots(record) {
	const slots = getShimZonedDateTimeSlots(record);
	return {
		...zonedEpochSlotsToIso(slots),
		calendar: slots.calendar
	};
}
function toPlainDate$4(record) {
	return createShimPlainDateRecord(zonedDateTimeToDate(getShimZonedDateTimeSlots(record)));
}
const getShimInstantSlots = getInstantSlots;
const ShimInstantRecord = /*@__PURE__*/ defineTemporalClass(InstantRecordBranding, class {
	get epochMilliseconds() {
		return epochNanoToMilli(getShimInstantSlots(this).epochNanoseconds);
	}
	get epochNanoseconds() {
		return getShimInstantSlots(this).epochNanoseconds;
	}
	toJSON() {
		return formatInstantIsoAuto(getShimInstantSlots(this));
	}
	valueOf() {
		return forbiddenValueOf();
	}
});
function createShimInstantRecord(slots) {
	const instance = Object.create(ShimInstantRecord.prototype);
	return setInstantSlots(instance, slots), attachDebugString(instance), instance;
}
function fromEpochMilliseconds$1(epochMilliseconds) {
	return createShimInstantRecord(epochMilliToInstant(epochMilliseconds));
}
function fromString$8(s) {
	return createShimInstantRecord(parseInstant$1(s));
}
function toZonedDateTimeISO$1(record, timeZoneId) {
	return createShimZonedDateTimeRecord(instantToZonedDateTime(getShimInstantSlots(record), queryTimeZone(refineTimeZoneId(timeZoneId))));
}
// node_modules/temporal-polyfill/fns/Instant.js
const fromEpochMilliseconds = NativeTemporal ? fromEpochMilliseconds$2 : fromEpochMilliseconds$1;
const fromString$4 = NativeTemporal ? fromString$9 : fromString$8;
const toZonedDateTimeISO = NativeTemporal ? toZonedDateTimeISO$2 : toZonedDateTimeISO$1;
// node_modules/temporal-polyfill/fns/PlainDate.js
const fromFields = NativeTemporal ? fromFields$1$1 : fromFields$1;
const fromString$3 = NativeTemporal ? fromString$2$6 : fromString$2;
const toString = NativeTemporal ? toString$2$1 : toString$2;
const toZonedDateTime = NativeTemporal ? toZonedDateTime$4 : toZonedDateTime$2;
const toPlainDateTime = NativeTemporal ? toPlainDateTime$1$1 : toPlainDateTime$1;
const addDays = NativeTemporal ? addDays$1$1 : addDays$1;
// node_modules/temporal-polyfill/fns/PlainTime.js
const fromString = NativeTemporal ? fromString$6$4 : fromString$6;
// node_modules/temporal-polyfill/fns/ZonedDateTime.js
const toPlainDate = NativeTemporal ? toPlainDate$5 : toPlainDate$4;
// simulator/fleet/errors.ts
/**
* A refusal. When it is thrown, nothing has changed.
*
* @example
* import { createSimulator, FleetError } from 'roadtest';
*
* const { fleet } = createSimulator({ devices: 1 });
* try {
*   fleet.limits.set(99, { dailySms: 0 });
* } catch (error) {
*   console.log(error instanceof FleetError && error.code); // UNKNOWN_DEVICE
* }
*/
var FleetError = class extends Error {
	code;
	field;
	hint;
	missing;
	constructor(code, message, facts = {}) {
		super(message);
		this.name = "FleetError";
		this.code = code;
		if (facts.field !== void 0) this.field = facts.field;
		if (facts.hint !== void 0) this.hint = facts.hint;
		if (facts.missing !== void 0) this.missing = facts.missing;
	}
};
// contracts/kit/json-text.ts
/**
* JSON that can be shown anywhere: what would act on a terminal, hide, or speak to a build server is
* escaped, so that a parser gets the same values.
*/
/** @param indent spaces for each level; without it all is on one line */
function jsonText(value, indent) {
	return shownJson(exactJsonText(value, indent));
}
/** The same for a text that is JSON already, or several of them on lines. */
function shownJson(text) {
	if (!/[^\n -~]|##/.test(text)) return text;
	return text.replace(unseen, (character) => /[\n\r\t]/.test(character) ? character : escaped(character)).replace(/##(?=\w*\[)/g, "#\\u0023");
}
function escaped(character) {
	return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
// simulator/control/present.ts
/** From the fleet's facts to what the control API shows: ISO 8601 times, ids as the profile writes them. */
const kindOfFacts = Object.values(recordFacts).flatMap((kinds) => Object.entries(kinds));
const resourceOf = /* @__PURE__ */ new Map([
	["id:device", "device"],
	["id:alert", "alert"],
	["id:group", "group"],
	["id:user", "user"]
]);
/** Facts that name another record, of which messages and notifications have more. */
const idFacts = new Map([
	...kindOfFacts.flatMap(([fact, kind]) => {
		const resource = fact === "id" ? void 0 : resourceOf.get(kind);
		return resource ? [[fact, resource]] : [];
	}),
	["userId", "user"],
	["alertId", "alert"]
]);
const timeFacts = /* @__PURE__ */ new Set([
	"at",
	"until",
	...kindOfFacts.filter(([, kind]) => kind === "time").map(([fact]) => fact)
]);
/** A record with its ids and times written out; all else stays. */
function presentFacts(facts, lens) {
	const shown = {};
	for (const [fact, value] of Object.entries(facts)) {
		const resource = idFacts.get(fact);
		if (typeof value !== "number") shown[fact] = value;
		else if (resource) shown[fact] = lens.writeId(resource, value);
		else shown[fact] = timeFacts.has(fact) ? isoUtc(value) : value;
	}
	return shown;
}
function presentClock(view) {
	return {
		now: isoUtc(view.now),
		speed: view.speed,
		frozen: view.frozen,
		until: view.until === null ? null : isoUtc(view.until),
		advancing: view.advancing
	};
}
function presentEvent(event, lens) {
	return presentFacts(event, lens);
}
function presentDevice(device, lens) {
	return presentFacts({
		...device,
		id: lens.writeId("device", device.id),
		number: device.id
	}, lens);
}
function presentAlert(alert, lens) {
	const notifications = alert.notifications.map((notification) => presentFacts(notification, lens));
	return presentFacts({
		...alert,
		id: lens.writeId("alert", alert.id),
		notifications
	}, lens);
}
function presentLocation(location, lens) {
	return presentFacts(location, lens);
}
function presentMessage(message, lens) {
	return presentFacts(message, lens);
}
// simulator/control/event-stream.ts
/** Server-sent events (HTML standard, 9.2) as text. */
/** One event. A browser whose stream was cut sends the last `id` to continue from there. */
function eventFrame(event, data, id) {
	return `${id === void 0 ? "" : `id: ${id}\n`}event: ${event}\ndata: ${jsonText(data)}\n\n`;
}
/** The frames that all listeners get, one after the other: each is written once for all of them. */
var EventFrames = class {
	event;
	clock;
	/** @param lens asked for with each event: it becomes another one when an id is chosen */
	constructor(lens, secrets) {
		this.event = onceForAll((event) => {
			const { kind, ...facts } = presentEvent(event, lens());
			const shown = kind === "location-recorded" ? facts : secrets.redactor.deep(facts);
			return eventFrame(event.kind, {
				kind,
				...shown
			}, event.sequence);
		});
		this.clock = onceForAll((view) => eventFrame("clock", presentClock(view)));
	}
};
/** Keeps the latest text, for as long as it is asked for the same thing. */
function onceForAll(write) {
	let latest;
	let text = "";
	return (thing) => {
		if (thing !== latest) text = write(thing);
		latest = thing;
		return text;
	};
}
// node_modules/secure-json-parse/index.js
var require_secure_json_parse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const hasBuffer = typeof Buffer !== "undefined";
	const suspectProtoRx = /"(?:_|\\u005[Ff])(?:_|\\u005[Ff])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff])(?:_|\\u005[Ff])"\s*:/;
	const suspectConstructorRx = /"(?:c|\\u0063)(?:o|\\u006[Ff])(?:n|\\u006[Ee])(?:s|\\u0073)(?:t|\\u0074)(?:r|\\u0072)(?:u|\\u0075)(?:c|\\u0063)(?:t|\\u0074)(?:o|\\u006[Ff])(?:r|\\u0072)"\s*:/;
	/**
	* @description Internal parse function that parses JSON text with security checks.
	* @private
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The JSON.parse() optional reviver argument.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {*} The parsed object.
	* @throws {SyntaxError} If a forbidden prototype property is found and `options.protoAction` or
	* `options.constructorAction` is `'error'`.
	*/
	function _parse(text, reviver, options) {
		if (options == null) {
			if (reviver !== null && typeof reviver === "object") {
				options = reviver;
				reviver = void 0;
			}
		}
		if (hasBuffer && Buffer.isBuffer(text)) text = text.toString();
		if (text && text.charCodeAt(0) === 65279) text = text.slice(1);
		const obj = JSON.parse(text, reviver);
		if (obj === null || typeof obj !== "object") return obj;
		const protoAction = options && options.protoAction || "error";
		const constructorAction = options && options.constructorAction || "error";
		if (protoAction === "ignore" && constructorAction === "ignore") return obj;
		if (protoAction !== "ignore" && constructorAction !== "ignore") {
			if (suspectProtoRx.test(text) === false && suspectConstructorRx.test(text) === false) return obj;
		} else if (protoAction !== "ignore" && constructorAction === "ignore") {
			if (suspectProtoRx.test(text) === false) return obj;
		} else if (suspectConstructorRx.test(text) === false) return obj;
		return filter(obj, {
			protoAction,
			constructorAction,
			safe: options && options.safe
		});
	}
	/**
	* @description Scans and filters an object for forbidden prototype properties.
	* @param {Object} obj - The object being scanned.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {Object|null} The filtered object, or `null` if safe mode is enabled and issues are found.
	* @throws {SyntaxError} If a forbidden prototype property is found and `options.protoAction` or
	* `options.constructorAction` is `'error'`.
	*/
	function filter(obj, { protoAction = "error", constructorAction = "error", safe } = {}) {
		let next = [obj];
		while (next.length) {
			const nodes = next;
			next = [];
			for (const node of nodes) {
				if (protoAction !== "ignore" && Object.prototype.hasOwnProperty.call(node, "__proto__")) {
					if (safe === true) return null;
					else if (protoAction === "error") throw new SyntaxError("Object contains forbidden prototype property");
					delete node.__proto__;
				}
				if (constructorAction !== "ignore" && Object.prototype.hasOwnProperty.call(node, "constructor") && node.constructor !== null && typeof node.constructor === "object" && Object.prototype.hasOwnProperty.call(node.constructor, "prototype")) {
					if (safe === true) return null;
					else if (constructorAction === "error") throw new SyntaxError("Object contains forbidden prototype property");
					delete node.constructor;
				}
				for (const key in node) {
					const value = node[key];
					if (value && typeof value === "object") next.push(value);
				}
			}
		}
		return obj;
	}
	/**
	* @description Parses a given JSON-formatted text into an object.
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The `JSON.parse()` optional reviver argument, or options object.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {*} The parsed object.
	* @throws {SyntaxError} If the JSON text is malformed or contains forbidden prototype properties
	* when `options.protoAction` or `options.constructorAction` is `'error'`.
	*/
	function parse(text, reviver, options) {
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		try {
			return _parse(text, reviver, options);
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
	}
	/**
	* @description Safely parses a given JSON-formatted text into an object.
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The `JSON.parse()` optional reviver argument.
	* @returns {*|null|undefined} The parsed object, `null` if security issues found, or `undefined` on parse error.
	*/
	function safeParse(text, reviver) {
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		let result;
		try {
			result = _parse(text, reviver, { safe: true });
		} catch {
			result = void 0;
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
		return result;
	}
	module.exports = parse;
	module.exports.default = parse;
	module.exports.parse = parse;
	module.exports.safeParse = safeParse;
	module.exports.scan = filter;
}));
// simulator/http/refusals.ts
var import_secure_json_parse = /* @__PURE__ */ __toESM(require_secure_json_parse(), 1);
/** Thrown while a request is performed; the service answers it in the profile's dialect. */
var Refused = class extends Error {
	refusal;
	facts;
	constructor(refusal, facts) {
		super(facts.detail);
		this.name = "Refused";
		this.refusal = refusal;
		this.facts = facts;
	}
};
const titles = {
	malformed: "The body cannot be read",
	invalid: "The request is not valid",
	"content-type": "The content type is not supported",
	"too-large": "The body is too large",
	"unknown-id": "There is no such record",
	"deleted-id": "The record was deleted",
	"unknown-path": "There is no such path",
	"method-not-allowed": "The method is not allowed here",
	conflict: "The state of the record does not allow this",
	forbidden: "This is not allowed",
	"rate-limited": "Too many requests",
	failed: "The service failed",
	unauthorised: "A valid token is needed"
};
/** The refusal of the public API for an error of the fleet; any error that is not listed is `invalid`. */
const refusalOfFleetError = {
	UNKNOWN_DEVICE: "unknown-id",
	UNKNOWN_GROUP: "unknown-id",
	UNKNOWN_USER: "unknown-id",
	DELETED_GROUP: "deleted-id",
	DELETED_USER: "deleted-id",
	DEVICE_EXPIRED: "conflict",
	DEVICE_NOT_EXPIRED: "conflict",
	NO_LICENCE_AVAILABLE: "conflict",
	GROUP_HAS_DEVICES: "conflict",
	OWN_USER: "forbidden"
};
/** A refusal by the fleet as a refusal of the public API. `field` is the place in the body that is to blame. */
function refusedByFleet(error, lens, field) {
	const { code, message, missing } = error;
	const detail = missing ? `There is no ${missing.resource} ${lens.writeId(missing.resource, missing.id)}.` : message;
	return new Refused(refusalOfFleetError[code] ?? "invalid", {
		code,
		detail,
		field
	});
}
/** Writes refusals in one profile's dialect. */
function createRefusalWriter(openings, lens) {
	const statuses = openings["errors.status"];
	const auth = openings["auth.refusal"];
	const authHeaders = lowerCased(auth.headers);
	const write = (kind, status, facts, withBody) => {
		const headers = { ...facts.headers };
		const { code, detail, field } = facts;
		const written = {
			type: `urn:roadtest:refusal:${kind}`,
			title: titles[kind],
			status,
			code,
			detail,
			...field !== void 0 && { field }
		};
		const { contentType, text } = kind === "unauthorised" ? {
			contentType: lens.errors.contentType,
			text: lens.errors.write(written)
		} : lens.errors.bodyOf(kind, written);
		if (!withBody || status === 204 || contentType === null) return {
			status,
			headers,
			body: ""
		};
		headers["content-type"] = contentType;
		return {
			status,
			headers,
			body: text
		};
	};
	return {
		refuse: (refusal, facts) => write(refusal, statuses[refusal], facts, true),
		refuseToken(facts) {
			const reply = write("unauthorised", auth.status, facts, auth.body === "error");
			return {
				...reply,
				headers: {
					...reply.headers,
					...authHeaders
				}
			};
		}
	};
}
/** Headers of a profile under the names that replies have them by. */
function lowerCased(headers) {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
// simulator/http/request.ts
/** The request that an operation performs, and how its body is read. */
/** A header's value; the first where it was sent more than once. */
function headerOf(call, name) {
	const value = call.headers[name];
	return typeof value === "object" ? value[0] : value;
}
/** Percent-decoding; what cannot be decoded stays as it is and then names nothing. */
function percentDecoded(segment) {
	if (!segment.includes("%")) return segment;
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
/** A whole number in the decimal digits of a query; `undefined` for anything else. */
function wholeNumber(text) {
	const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
	return Number.isSafeInteger(value) ? value : void 0;
}
/** The media type of the body without parameters, in lower case; `''` without one. */
function mediaTypeOf(call) {
	const contentType = headerOf(call, "content-type");
	if (contentType === void 0 || contentType === "application/json") return contentType ?? "";
	const end = contentType.indexOf(";");
	return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
/**
* The JSON of a body. Refuses other content types, what is not text, text that is not JSON, and keys that
* would reach for a prototype.
*/
function jsonOf(call) {
	const mediaType = mediaTypeOf(call);
	if (mediaType !== "" && mediaType !== "application/json" && !mediaType.endsWith("+json")) throw new Refused("content-type", {
		code: "CONTENT_TYPE",
		detail: `Bodies must be application/json, not ${mediaType}.`
	});
	if (call.unread) throw new Refused(call.unread.refusal, call.unread);
	if (call.body === void 0 || call.body === "") throw new Refused("malformed", {
		code: "BODY_MISSING",
		detail: "The request has no body; JSON is needed here."
	});
	return parsedJson(call.body);
}
/** Parses text as JSON; refuses with the reason that the parser gives. */
function parsedJson(text) {
	try {
		refuseDeepJson(text, 64);
		return import_secure_json_parse.default.parse(text);
	} catch (error) {
		throw new Refused("malformed", {
			code: "BODY_NOT_JSON",
			detail: `The body is not valid JSON: ${error.message}.`
		});
	}
}
// simulator/control/guard.ts
/**
* The guard of the control API.
*
* It can change everything, so a page of another site that a developer has open must not reach it:
* a foreign `Origin` is refused, and a `Host` that is not ours as well (DNS rebinding). Where the
* server listens off the loopback address, a control token is asked for on top. All of it is decided by
* the head of a call: hosts read no body of a call that is refused.
*/
const CONTROL_PREFIX = "/_control";
/** Whether a call's target is of the control API, and not of the public one. */
function isControl(target) {
	if (!target.startsWith("/_control")) return false;
	const next = target[9];
	return next === void 0 || next === "/" || next === "?";
}
/** Whether the service is up may be asked by anyone, such as the health check of a container. */
function isProbe({ method, target }) {
	return target.split("?", 1)[0] === `/_control/health` && (method === "GET" || method === "HEAD");
}
/** Longest snapshot that is taken in, in bytes. The platform holds no text that is longer than 512 MiB. */
const WORLD_LIMIT = 524288e3;
/** The calls with a whole world in them. */
const takeWorlds = /* @__PURE__ */ new Set([`PUT ${CONTROL_PREFIX}/snapshot`, `POST ${CONTROL_PREFIX}/worlds`]);
/**
* The longest body of a call of the control API, in bytes: 0 for a caller that the guard
* refuses; only a caller that it admits may send a whole world.
*
* @param usual the limit of all other bodies
*/
function controlBodyLimit(head, options, usual) {
	if (!admits(head, options)) return 0;
	const [path = ""] = head.target.split("?", 1);
	return takeWorlds.has(`${head.method} ${path}`) ? WORLD_LIMIT : usual;
}
/** Throws a ControlError when the caller may not use the control API. */
function guard(head, options) {
	const refusal = refusalOf(head, options);
	if (refusal) throw refusal;
}
/** Whether the caller may use the control API. */
function admits(head, options) {
	return refusalOf(head, options) === void 0;
}
function refusalOf(head, options) {
	const host = headerOf(head, "host");
	if (host !== void 0 && !isKnownHost(host, options.hostNames)) {
		const message = host === "" ? "The control API is served to calls with a Host header only." : `The control API is not served under the host name ${hostName(host)}.`;
		return new ControlError("FOREIGN_HOST", message, { hint: "Call it by its loopback address, by the address that the server listens on, or by a name given with --allow-host." });
	}
	const origin = headerOf(head, "origin");
	if (origin !== void 0 && !ownOrigin(origin, host) && !options.origins.includes(origin)) return new ControlError("FOREIGN_ORIGIN", `Pages of ${origin} may not use the control API.`, { hint: "Call it from a page that this server serves, without a browser, or from an origin given with --allow-origin." });
	if (options.controlToken !== void 0 && !isGiven(options.controlToken, head)) return new ControlError("CONTROL_TOKEN_NEEDED", "The control API requires its control token here.", { hint: "Send it as X-Control-Token, as it was printed when the server started." });
}
function hostName(host) {
	return host.replace(/:\d+$/, "");
}
/**
* Whether a `Host` header names this machine: by a loopback name, or one of those given. Names below
* `localhost` count only on loopback, where no other names are given.
*/
function isKnownHost(host, hostNames) {
	const name = hostName(host);
	if (hostNames.length === 0 && isBelowLocalhost(name)) return true;
	return isLoopback(name) || hostNames.some((known) => known.toLowerCase() === name.toLowerCase());
}
/** A browser names the origin of the page; ours is the one whose host is the host that was called. */
function ownOrigin(origin, host) {
	return host !== void 0 && [`http://${host}`, `https://${host}`].includes(origin);
}
function isGiven(controlToken, head) {
	const given = headerOf(head, "x-control-token") ?? bearerOf(headerOf(head, "authorization"));
	return given !== void 0 && sameText(given, controlToken);
}
function bearerOf(authorization) {
	return authorization?.match(/^bearer (.*)/i)?.[1];
}
/** In constant time: it does not reveal how much of the text was right. */
function sameText(given, wanted) {
	let difference = given.length ^ wanted.length;
	for (let i = 0; i < wanted.length; i++) difference |= (given.charCodeAt(i) || 0) ^ wanted.charCodeAt(i);
	return difference === 0;
}
// simulator/time/errors.ts
/**
* A refusal of the clock, with a stable code.
*
* @example
* import { ClockError, createSimulator } from 'roadtest';
*
* const { clock } = createSimulator();
* const error = await clock.advance(clock.now() - 1).catch((error: unknown) => error);
* console.log(error instanceof ClockError && error.code); // TIME_BACKWARDS
*/
var ClockError = class extends Error {
	code;
	field;
	hint;
	constructor(code, message, facts = {}) {
		super(message);
		this.name = "ClockError";
		this.code = code;
		if (facts.field !== void 0) this.field = facts.field;
		if (facts.hint !== void 0) this.hint = facts.hint;
	}
};
// simulator/time/calendar.ts
/**
* Days, dates and durations, by the functions of Temporal, a third of its size as classes. Everything here is pure.
*
* Where a clock change leaves out a time of day, the day ends as much later as the gap is long
* (02:30 becomes 03:30); where it brings a time twice, the first one counts. A date begins at its
* first instant, which is 01:00 where a change leaves out midnight.
*/
const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;
/**
* The next moment strictly after `after` at which the clocks of a time zone show `dayEnds` (`HH:MM`).
* Throws `TIME_INVALID` for another form and `TIME_ZONE_UNKNOWN`.
*/
function nextDayEnd(after, dayEnds, timeZone) {
	const [, hours, minutes] = timeOfDay.exec(dayEnds) ?? [];
	if (hours === void 0 || minutes === void 0) throw new ClockError("TIME_INVALID", `${quoted(dayEnds)} is not a time of day.`, { hint: "Write it as HH:MM, 00:00 to 23:59." });
	const sinceMidnight = (Number(hours) * 60 + Number(minutes)) * MINUTE;
	if (isUtc(timeZone)) return Math.floor((after - sinceMidnight) / DAY) * DAY + DAY + sinceMidnight;
	const plainTime = fromString(dayEnds);
	const today = dateIn(timeZone, after);
	for (let days = -1;; days++) {
		const end = toZonedDateTime(addDays(today, days), {
			timeZone,
			plainTime
		}).epochMilliseconds;
		if (end > after) return end;
	}
}
/** The first instant of a date (`YYYY-MM-DD`). Throws `DATE_INVALID` and `TIME_ZONE_UNKNOWN`. */
function startOfDate(date, timeZone) {
	return firstInstant(plainDate(date), timeZone);
}
/** The first instant that no longer belongs to a date. Throws as `startOfDate` does. */
function endOfDate(date, timeZone) {
	return firstInstant(addDays(plainDate(date), 1), timeZone);
}
/** The instant at which a time zone's clocks show a time of day (`HH:MM`) on a date. Throws as `startOfDate` does. */
function timeOnDate(date, time, timeZone) {
	requireTimeZone(timeZone);
	const plainTime = fromString(time);
	return toZonedDateTime(plainDate(date), {
		timeZone,
		plainTime
	}).epochMilliseconds;
}
/** A date so many days later. Throws `DATE_INVALID`. */
function dateAfter(date, days) {
	return toString(addDays(plainDate(date), days));
}
/** The date that a time zone's calendars show at an instant. */
function dateAt(at, timeZone) {
	return isUtc(timeZone) ? new Date(at).toISOString().slice(0, 10) : toString(dateIn(timeZone, at));
}
/**
* Milliseconds of a duration such as `90m` or `1h 30m`, or in ISO 8601, `PT90M` or `P1DT2H`; a day is 24 hours. Months
* and years have no fixed length: `DURATION_INVALID`, as for anything that is not a duration.
*/
function parseDuration(text) {
	const duration = typeof text === "string" ? parseSpan(text) : void 0;
	if (duration !== void 0) return duration;
	throw new ClockError("DURATION_INVALID", `${quoted(text)} is not a duration of a fixed length.`, { hint: "Write 90m or 1h 30m, or an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT90M or P1D." });
}
/** The instant that an ISO 8601 date and time with `Z` or an offset names; else `TIME_INVALID`. */
function parseInstant(text) {
	const instant = attempt(() => fromString$4(text));
	if (instant === void 0) throw new ClockError("TIME_INVALID", `${quoted(text)} is not a valid instant.`, { hint: "Write an ISO 8601 date and time with Z or an offset, such as 2026-01-05T08:00:00Z." });
	return instant.epochMilliseconds;
}
/** Whether a text is a date of the calendar, `YYYY-MM-DD`. */
function isDate(text) {
	return dateOf(text) !== void 0;
}
function dateOf(text) {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
	const fields = {
		year: Number(year),
		month: Number(month),
		day: Number(day)
	};
	return attempt(() => fromFields(fields, { overflow: "reject" }));
}
function isUtc(timeZone) {
	return timeZone === "UTC" || timeZone === "Etc/UTC";
}
function plainDate(date) {
	const read = dateOf(date);
	if (read) return read;
	throw new ClockError("DATE_INVALID", `${quoted(date)} is not a date.`, { hint: "Write it as YYYY-MM-DD." });
}
function firstInstant(date, timeZone) {
	if (isUtc(timeZone)) return toZonedDateTime(date, "UTC").epochMilliseconds;
	requireTimeZone(timeZone);
	return toZonedDateTime(date, timeZone).epochMilliseconds;
}
function dateIn(timeZone, at) {
	requireTimeZone(timeZone);
	return toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(at), timeZone));
}
function requireTimeZone(timeZone) {
	if (isTimeZone(timeZone)) return;
	throw new ClockError("TIME_ZONE_UNKNOWN", `${quoted(timeZone)} is not a time zone.`, { hint: "Use a name of the IANA time zone database, such as Europe/Berlin." });
}
function attempt(make) {
	try {
		return make();
	} catch {
		return;
	}
}
// simulator/time/moments.ts
/** Moments and steps as people write them in code: the words of the control API beside numbers and dates. */
/** Throws `TIME_INVALID`. A number that is no moment is refused where the clock is set to it. */
function instantOf(moment) {
	if (typeof moment === "number") return moment;
	if (typeof moment === "string") return parseInstant(moment);
	const instant = moment instanceof Date ? moment.getTime() : NaN;
	if (!Number.isNaN(instant)) return instant;
	throw new ClockError("TIME_INVALID", `${quoted(moment)} is not a valid instant.`, { hint: "Give milliseconds since 1970, a valid Date, or a text such as 2026-01-05T08:00:00Z." });
}
/** Where a step from a moment ends. Throws `TIME_INVALID`, `DURATION_INVALID`. */
function endOf(step, now) {
	if (typeof step === "string" && parseSpan(step) !== void 0) throw isSpan(`${quoted(step)} is`, step);
	if (typeof step === "number" && step >= 0 && step < Math.min(now, SHORT)) throw isSpan(`${step} milliseconds are`, isoDuration(step));
	if (typeof step !== "object" || step === null || step instanceof Date) return instantOf(step);
	const given = step;
	checkOptions(given, {
		by: true,
		to: true
	}, "an advance");
	const { by, to } = given;
	if (by !== void 0 && to === void 0) return now + parseDuration(by);
	if (to !== void 0 && by === void 0) return instantOf(to);
	throw new ClockError("TIME_INVALID", "An advance needs either by or to.", { hint: "Give { by: 'PT90M' } or { to: '2026-01-06T00:00:00Z' }." });
}
/** No clock of a simulator is set to the first ten years of the count, but many a duration is as short. */
const SHORT = 3653 * DAY;
function isSpan(what, by) {
	return new ClockError("TIME_BACKWARDS", `${what} a duration, and no moment that the clock could go to.`, { hint: `To go forward by it, give { by: '${by}' }.` });
}
// simulator/fixture/ids.ts
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The part after a prefix: it is one segment of a path, and needs no encoding in it. */
const word = /^[\w.~-]{1,64}$/;
/** The id outside that someone means; `undefined` for what the dialect does not write. */
function outerId(resource, given, { form, lens }) {
	const known = lens.readId(resource, given);
	if (known !== void 0) return known;
	if (form.form === "number") return void 0;
	if (typeof given === "number") return given;
	if (form.form === "uuid") return uuid.test(given) ? given : void 0;
	const prefix = form.prefixes[resource] ?? "";
	return given.startsWith(prefix) && word.test(given.slice(prefix.length)) && !/^\.+$/.test(given) && form.check === void 0 ? given : void 0;
}
/** The form of an id, to be read after "must be". */
function idWords(resource, { form, lens }) {
	const example = JSON.stringify(lens.writeId(resource, 4711));
	if (form.form === "number") return `a number such as ${example}, as the profile writes ids`;
	if (form.form === "uuid") return `a UUID in lower case, or a number`;
	return `a text such as ${example}, as the profile writes ids, or a number`;
}
// simulator/fixture/moments.ts
/** Times of a fixture: ISO 8601, or a duration before the clock. */
/** Locations are kept with times up to the year 6429. */
const LATEST = 2 ** 47 - 1;
var Moments = class {
	#now;
	#issues;
	/** @param now the time of the clock at the start */
	constructor(now, issues) {
		this.#now = now;
		this.#issues = issues;
	}
	/** A time that is not ahead of the clock; what is not one becomes an issue, and the time of the clock takes its place. */
	past(text, pointer) {
		const at = this.#instant(text, pointer);
		if (at <= this.#now) return at;
		this.#issues.push({
			code: "TIME_AHEAD",
			pointer,
			message: `${excerpt(quoted(text))} is later than the clock, which begins at ${isoUtc(this.#now)}`,
			hint: "set clock.now to a later time, or give a duration such as -10m or -PT10M"
		});
		return this.#now;
	}
	/** A time that a device reports: its own clock may be ahead. Other text becomes an issue; the clock's time is used. */
	reported(text, pointer) {
		return this.#instant(text, pointer);
	}
	received({ deviceTime, receivedAt, ...report }, place) {
		const measured = deviceTime === void 0 ? this.#now : this.reported(deviceTime, `${place}/deviceTime`);
		const received = receivedAt === void 0 ? Math.min(measured, this.#now) : this.past(receivedAt, `${place}/receivedAt`);
		return {
			report: {
				...report,
				deviceTime: measured
			},
			receivedAt: received
		};
	}
	#instant(text, pointer) {
		const at = this.#read(text);
		if (at === void 0 || Math.abs(at) > LATEST) {
			this.#issues.push({
				code: "TIME_INVALID",
				pointer,
				message: `${excerpt(quoted(text))} is not a time`,
				hint: "write it like 2026-03-02T08:00:00Z, or as a duration before the clock, such as -10m or -PT10M"
			});
			return this.#now;
		}
		return at;
	}
	#read(text) {
		const span = text.startsWith("-") ? parseSpan(text.slice(1)) : parseDuration$1(text);
		if (span !== void 0 && (span === 0 || text.startsWith("-"))) return this.#now - span;
		try {
			return instantOf(text);
		} catch (error) {
			if (error instanceof ClockError) return void 0;
			throw error;
		}
	}
};
// simulator/fixture/resolve.ts
/** A fixture worked out: ids, references and times. Everything is checked before anything is made of it. */
/** @param now the time of the clock at the start; `userName` that of the account */
function resolveFixture(fixture, choice, { now, userName }) {
	const { groups = [], devices = [], users = [], alerts = [] } = fixture;
	const issues = [];
	const ids = [];
	const moments = new Moments(now, issues);
	const ordered = ownFirst(users, fixture.account?.ownUser === false ? void 0 : userName, issues);
	chooseIds("group", groups, (index) => index + 1, (index) => `/groups/${index}`);
	chooseIds("device", devices, (index) => index + 1, (index) => `/devices/${index}`);
	chooseIds("user", ordered.map(({ user }) => user), (index) => index + 1, (index) => ordered[index]?.place ?? "");
	countLocations(devices, issues);
	const groupNamed = referencesTo("group", groups, choice);
	const deviceNamed = referencesTo("device", devices, choice);
	return {
		resolved: {
			groups: groups.map(({ name, description = "" }) => ({
				name,
				description
			})),
			devices: devices.map((device, index) => castOf(device, `/devices/${index}`)),
			users: ordered.map(({ user, place }) => userOf(user, place)),
			alerts: alerts.map((alert, index) => alertOf(alert, `/alerts/${index}`)),
			ids,
			userPlaces: ordered.map(({ place }) => place)
		},
		issues
	};
	function chooseIds(resource, records, numberOf, placeOf) {
		const taken = /* @__PURE__ */ new Map();
		records.forEach(({ id: given }, index) => {
			if (given === void 0) return;
			const pointer = `${placeOf(index)}/id`;
			const id = outerId(resource, given, choice);
			const other = id === void 0 ? void 0 : taken.get(id);
			if (id === void 0) {
				const message = `${shown(given)} cannot be the id of a ${resource}: it must be ${idWords(resource, choice)}`;
				issues.push({
					code: "ID_INVALID",
					pointer,
					message
				});
			} else if (other !== void 0) {
				const message = `${shown(given)} is the id of ${other} as well`;
				issues.push({
					code: "ID_TWICE",
					pointer,
					message,
					hint: "give each record an id of its own"
				});
			} else {
				taken.set(id, placeOf(index));
				ids.push({
					resource,
					number: numberOf(index),
					id
				});
			}
		});
	}
	function castOf(device, place) {
		const { group } = device;
		const inGroup = group === void 0 ? null : groupNamed(group, `${place}/group`, issues) ?? null;
		return {
			...deviceFacts(device, place, moments),
			group: inGroup
		};
	}
	function userOf({ id: _, own, groups: named, ...content }, place) {
		const all = own ? groups.map((_, index) => index) : [];
		const found = named?.flatMap((group, index) => groupNamed(group, `${place}/groups/${index}`, issues) ?? []);
		if (!own && content.name === void 0) issues.push({
			code: "MISSING_FIELD",
			pointer: `${place}/name`,
			message: "\"name\" is missing"
		});
		return {
			content,
			groups: [...new Set(found ?? all)]
		};
	}
	function alertOf({ device, raisedAt, ...report }, place) {
		return {
			device: (deviceNamed(device, `${place}/device`, issues) ?? 0) + 1,
			report: {
				...report,
				raisedAt: raisedAt === void 0 ? now : moments.reported(raisedAt, `${place}/raisedAt`)
			}
		};
	}
}
/** The facts of a device, but for its id and its group. */
function deviceFacts(device, place, moments) {
	const { name, model, licencePlate, imei, phone, limits, usage, licence, lastSeenAt, position } = device;
	const { expirationDate, expires = expirationDate === void 0 ? void 0 : expirationDate !== null } = device;
	const locations = (device.locations ?? []).map((location, index) => moments.received(location, `${place}/locations/${index}`));
	if (position) {
		const [latitude, longitude] = position;
		locations.push(moments.received({
			latitude,
			longitude
		}, `${place}/position`));
	}
	return {
		description: defined({
			name,
			model,
			licencePlate,
			imei,
			phone
		}),
		settings: {
			...limits,
			...defined({
				expires,
				expirationDate,
				usage,
				licence
			}),
			...lastSeenAt !== void 0 && { lastSeenAt: locations.reduce((last, { receivedAt }) => Math.max(last, receivedAt), moments.past(lastSeenAt, `${place}/lastSeenAt`)) }
		},
		locations
	};
}
/**
* The account's own user is the first: the one that is said to be, or that has its name; without one it is as it is made.
* Without a name there is none, and in its place is one that is taken away again.
*/
function ownFirst(users, userName, issues) {
	const isSaid = users.some(({ own }) => own);
	const named = isSaid || userName === void 0 ? -1 : users.findIndex(({ name, own }) => own === void 0 && name === userName);
	const placed = users.map((user, index) => ({
		user: index === named ? {
			...user,
			own: true
		} : user,
		place: `/users/${index}`
	}));
	const [own = {
		user: { own: true },
		place: "/users"
	}, second] = placed.filter(({ user }) => user.own);
	if (userName === void 0 && isSaid) issues.push({
		code: "OWN_USER_GONE",
		pointer: `${own.place}/own`,
		message: "the account has no user of its own, as account.ownUser says",
		hint: "leave one of the two out"
	});
	if (second) issues.push({
		code: "OWN_TWICE",
		pointer: `${second.place}/own`,
		message: "the account has one user of its own",
		hint: "leave own out"
	});
	return [own, ...placed.filter(({ user }) => !user.own)];
}
function countLocations(devices, issues) {
	let locations = 0;
	for (const [index, device] of devices.entries()) {
		locations += device.locations?.length ?? 0;
		if (locations <= fixtureBounds.locations) continue;
		const most = fixtureBounds.locations.toLocaleString("en");
		issues.push({
			code: "TOO_MANY",
			pointer: `/devices/${index}/locations`,
			message: `all devices together have more than ${most} locations`,
			hint: "a snapshot holds more"
		});
		return;
	}
}
/** Finds a record of the fixture by its id, or by its name: its place in the list. */
function referencesTo(resource, records, choice) {
	const byId = /* @__PURE__ */ new Map();
	const byName = /* @__PURE__ */ new Map();
	records.forEach(({ id, name }, index) => {
		const outer = id === void 0 ? void 0 : outerId(resource, id, choice);
		if (outer !== void 0) byId.set(outer, index);
		if (name !== void 0) byName.set(name, byName.has(name) ? "several" : index);
	});
	let names;
	const named = () => names ??= [...byName.keys(), ...records.flatMap(({ id }) => id === void 0 ? [] : [String(id)])];
	return (given, pointer, issues) => {
		const outer = outerId(resource, given, choice);
		const found = (outer === void 0 ? void 0 : byId.get(outer)) ?? byName.get(String(given));
		if (typeof found === "number") return found;
		if (issues.length >= 500) return void 0;
		const several = found === "several";
		const hint = several ? "use its id" : didYouMean(String(given), named());
		issues.push({
			code: several ? "NAME_AMBIGUOUS" : `UNKNOWN_${resource.toUpperCase()}`,
			pointer,
			message: several ? `several ${resource}s are called ${shown(given)}` : `there is no ${resource} ${shown(given)} in the fixture`,
			...hint !== void 0 && { hint }
		});
	};
}
function shown(given) {
	return typeof given === "number" ? String(given) : excerpt(quoted(given));
}
function defined(fields) {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== void 0));
}
// contracts/kit/typed-arrays.ts
const SMALLEST = 16;
/**
* A column of at least `length`, with the items of the old one and `fill` in the new places. It doubles, so that
* growing is rare; a column that is long enough is returned as it is.
*
* @example grown(new Uint8Array([1, 2]), 3, 0) // 16 items: 1, 2, 0, 0, …
*/
function grown(column, length, fill) {
	if (column.length >= length) return column;
	const larger = new column.constructor(Math.max(length, column.length * 2, SMALLEST));
	if (fill !== 0) larger.fill(fill, column.length);
	larger.set(column);
	return larger;
}
// simulator/fleet/locations/row.ts
/** The numbers that a row holds as `round(value × perUnit) - from`, from 0 to `absent` - 1. */
const fields = {
	altitude: {
		perUnit: 10,
		from: -5e3,
		absent: 65535
	},
	speed: {
		perUnit: 100,
		from: 0,
		absent: 65535
	},
	course: {
		perUnit: 100,
		from: 0,
		absent: 65535
	},
	odometer: {
		perUnit: 10,
		from: 0,
		absent: 16777215
	},
	satellites: {
		perUnit: 1,
		from: 0,
		absent: 63
	},
	battery: {
		perUnit: 10,
		from: 0,
		absent: 1023
	},
	fuel: {
		perUnit: 10,
		from: 0,
		absent: 1023
	},
	accuracy: {
		perUnit: 10,
		from: 0,
		absent: 4095
	}
};
const DEGREE = 1e7;
const UPPER = 2 ** 32;
const LONGEST_DELAY = 2 ** 30 - 1;
const ignitionBits = {
	off: 0,
	on: 1,
	absent: 2
};
/** Writes a report into 8 words; returns what they cannot hold. */
function packRow(report, receivedAt, words, offset) {
	const extra = {};
	const deviceTime = Math.round(report.deviceTime);
	const delay = receivedAt - deviceTime;
	const delayFits = Math.abs(delay) <= LONGEST_DELAY;
	if (!delayFits) extra.received = receivedAt;
	if (report.attributes != null) extra.attributes = structuredClone(report.attributes);
	const altitude = encode("altitude", report.altitude, extra);
	const speed = encode("speed", report.speed, extra);
	const course = encode("course", report.course, extra);
	const odometer = encode("odometer", report.odometer, extra);
	const satellites = encode("satellites", report.satellites, extra);
	const battery = encode("battery", report.battery, extra);
	const fuel = encode("fuel", report.fuel, extra);
	const accuracy = encode("accuracy", report.accuracy, extra);
	const ignition = report.ignition == null ? ignitionBits.absent : report.ignition ? ignitionBits.on : ignitionBits.off;
	const hasExtra = extra.received !== void 0 || extra.exact !== void 0 || extra.attributes !== void 0;
	words[offset] = Math.round(report.latitude * DEGREE);
	words[offset + 1] = Math.round(report.longitude * DEGREE);
	words[offset + 2] = deviceTime % UPPER;
	words[offset + 3] = Math.floor(deviceTime / UPPER) << 16 | altitude;
	words[offset + 4] = (delayFits ? delay : 0) << 1 | (hasExtra ? 1 : 0);
	words[offset + 5] = speed << 16 | course;
	words[offset + 6] = odometer << 8 | satellites << 2 | ignition;
	words[offset + 7] = battery << 22 | fuel << 12 | accuracy;
	return hasExtra ? extra : void 0;
}
/** Facts of a drive in 8 words, as codes: no object is made of them. */
const drive = {
	/** In 0.01 km/h; at the most 655 km/h. */
	speed: (words, offset) => (words[offset + 5] ?? 0) >>> 16,
	/** In 0.01 degrees. */
	course: (words, offset) => (words[offset + 5] ?? 0) & 65535,
	/** Marks a speed or a course that was not reported. */
	absent: fields.speed.absent,
	ignition: (words, offset) => {
		const bits = (words[offset + 6] ?? 0) & 3;
		return bits === ignitionBits.absent ? void 0 : bits === ignitionBits.on;
	}
};
/** The location that 8 words and their extra, if any, hold. */
function unpackRow(deviceId, words, offset, extra) {
	const upper = words[offset + 3] ?? 0;
	const motion = words[offset + 5] ?? 0;
	const vehicle = words[offset + 6] ?? 0;
	const levels = words[offset + 7] ?? 0;
	const ignition = vehicle & 3;
	const exact = extra?.exact;
	return {
		deviceId,
		deviceTime: deviceTimeOf(words, offset),
		receivedAt: extra?.received ?? receivedAtOf(words, offset),
		latitude: (words[offset] ?? 0) / DEGREE,
		longitude: (words[offset + 1] ?? 0) / DEGREE,
		altitude: decode("altitude", upper & 65535, exact),
		speed: decode("speed", motion >>> 16, exact),
		course: decode("course", motion & 65535, exact),
		accuracy: decode("accuracy", levels & 4095, exact),
		satellites: decode("satellites", vehicle >>> 2 & 63, exact),
		ignition: ignition === ignitionBits.absent ? null : ignition === ignitionBits.on,
		battery: decode("battery", levels >>> 22, exact),
		fuel: decode("fuel", levels >>> 12 & 1023, exact),
		odometer: decode("odometer", vehicle >>> 8, exact),
		attributes: extra?.attributes ?? null
	};
}
function deviceTimeOf(words, offset) {
	return ((words[offset + 3] ?? 0) >> 16) * UPPER + ((words[offset + 2] ?? 0) >>> 0);
}
/** Exact unless the delay was longer than the row holds; then the extra knows. */
function receivedAtOf(words, offset) {
	return deviceTimeOf(words, offset) + ((words[offset + 4] ?? 0) >> 1);
}
/** Whether words hold a place on earth. */
function isOnEarth(words, offset) {
	const [latitude = NaN, longitude = NaN] = words.subarray(offset, offset + 2);
	return Math.abs(latitude) <= 90 * DEGREE && Math.abs(longitude) <= 180 * DEGREE;
}
function hasExtra(words, offset) {
	return ((words[offset + 4] ?? 0) & 1) === 1;
}
function encode(field, value, extra) {
	const { perUnit, from, absent } = fields[field];
	if (value == null) return absent;
	const code = Math.round(value * perUnit) - from;
	if (code >= 0 && code < absent && (perUnit !== 1 || Number.isInteger(value))) return code;
	extra.exact ??= {};
	extra.exact[field] = value;
	return Math.min(Math.max(Math.round(code), 0), absent - 1);
}
function decode(field, code, exact) {
	const { perUnit, from, absent } = fields[field];
	if (code === absent) return null;
	return exact?.[field] ?? (code + from) / perUnit;
}
// simulator/time/format.ts
let cachedSecond = NaN;
let cachedText = "";
/** The form of the HTTP `Date` header (RFC 9110). Cached, since replies of one second share it. */
function httpDate(at) {
	const second = Math.floor(at / 1e3);
	if (second !== cachedSecond) {
		cachedSecond = second;
		cachedText = (/* @__PURE__ */ new Date(second * 1e3)).toUTCString();
	}
	return cachedText;
}
// simulator/spoken-profile.ts
function spokenProfile(profile, { dayEnds }) {
	return {
		...profile,
		openings: {
			...profile.openings,
			...dayEnds
		}
	};
}
export { jsonText as $, guard as A, createRefusalWriter as B, parseDuration as C, ClockError as D, timeOnDate as E, mediaTypeOf as F, eventFrame as G, refusedByFleet as H, parsedJson as I, presentDevice as J, presentAlert as K, percentDecoded as L, isProbe as M, headerOf as N, CONTROL_PREFIX as O, jsonOf as P, presentMessage as Q, wholeNumber as R, nextDayEnd as S, startOfDate as T, require_secure_json_parse as U, lowerCased as V, EventFrames as W, presentFacts as X, presentEvent as Y, presentLocation as Z, instantOf as _, bodilessStatuses as _t, hasExtra as a, toPlainDateTime as at, endOfDate as b, receivedAtOf as c, toZonedDateTimeISO as ct, deviceFacts as d, createCalendarRecord as dt, FleetError as et, resolveFixture as f, gregoryCalendarId as ft, endOf as g, NativeTemporal as gt, outerId as h, requireString as ht, drive as i, fromString$3 as it, isControl as j, controlBodyLimit as k, unpackRow as l, toZonedDateTime$1 as lt, idWords as m, memoize as mt, httpDate as n, fromString as nt, isOnEarth as o, toZonedDateTime as ot, Moments as p, isoCalendarId as pt, presentClock as q, deviceTimeOf as r, addDays as rt, packRow as s, fromEpochMilliseconds as st, spokenProfile as t, toPlainDate as tt, grown as u, toZonedDateTime$1$3 as ut, dateAfter as v, isBelowLocalhost as vt, parseInstant as w, isDate as x, dateAt as y, isLoopback as yt, Refused as z };
