import { m as ID_LENGTH } from "./untrusted-BMhJLekw.js";
import { i as mapTable, s as tableFrom } from "./tables-3ck2--37.js";
// node_modules/typebox/build/guard/unicode/unicode.mjs
/** Returns the total number of Unicode code points in the string */
function CodePointCount(value) {
	let result = 0, index = 0, prev = 0;
	while (index < value.length) {
		const next = value.charCodeAt(index++) >> 10;
		result += +((prev << 8 | next) !== 13879);
		prev = next;
	}
	return result;
}
/** Returns true if the string length in Unicode code points is less than or equal to maxLength */
function IsMaxLength$1(value, maxLength) {
	return value.length <= maxLength || value.length <= maxLength << 1 && CodePointCount(value) <= maxLength;
}
/** Returns true if the string length in Unicode code points is greater than or equal to minLength */
function IsMinLength$1(value, minLength) {
	return value.length >= minLength << 1 || value.length >= minLength && CodePointCount(value) >= minLength;
}
// node_modules/typebox/build/guard/guard.mjs
/** Returns true if this value is an array */
function IsArray(value) {
	return Array.isArray(value);
}
/** Returns true if this value is bigint */
function IsBigInt(value) {
	return IsEqual(typeof value, "bigint");
}
/** Returns true if this value is a boolean */
function IsBoolean$1(value) {
	return IsEqual(typeof value, "boolean");
}
/** Returns true if this value is a constructor */
function IsConstructor(value) {
	if (IsUndefined(value) || !IsFunction(value)) return false;
	const result = Function.prototype.toString.call(value);
	if (/^class\s/.test(result)) return true;
	if (/\[native code\]/.test(result)) return true;
	return false;
}
/** Returns true if this value is a function */
function IsFunction(value) {
	return IsEqual(typeof value, "function");
}
/** Returns true if this value is integer */
function IsInteger(value) {
	return Number.isInteger(value);
}
/** Returns true if this value is null */
function IsNull(value) {
	return IsEqual(value, null);
}
/** Returns true if this value is number */
function IsNumber$1(value) {
	return Number.isFinite(value);
}
/** Returns true if this value is an object but not an array */
function IsObjectNotArray(value) {
	return IsObject(value) && !IsArray(value);
}
/** Returns true if this value is an object */
function IsObject(value) {
	return IsEqual(typeof value, "object") && !IsNull(value);
}
/** Returns true if this value is string */
function IsString$1(value) {
	return IsEqual(typeof value, "string");
}
/** Returns true if this value is symbol */
function IsSymbol(value) {
	return IsEqual(typeof value, "symbol");
}
/** Returns true if this value is undefined */
function IsUndefined(value) {
	return IsEqual(value, void 0);
}
function IsEqual(left, right) {
	return left === right;
}
function IsGreaterThan(left, right) {
	return left > right;
}
function IsLessThan(left, right) {
	return left < right;
}
function IsLessEqualThan(left, right) {
	return left <= right;
}
function IsGreaterEqualThan(left, right) {
	return left >= right;
}
function IsMultipleOf(dividend, divisor) {
	if (IsBigInt(dividend) || IsBigInt(divisor)) return BigInt(dividend) % BigInt(divisor) === 0n;
	const tolerance = 1e-10;
	if (!IsNumber$1(dividend)) return true;
	if (IsInteger(dividend) && 1 / divisor % 1 === 0) return true;
	const mod = dividend % divisor;
	return Math.min(Math.abs(mod), Math.abs(mod - divisor), Math.abs(mod + divisor)) < tolerance;
}
function IsValueLike(value) {
	return IsBigInt(value) || IsBoolean$1(value) || IsNull(value) || IsNumber$1(value) || IsString$1(value) || IsUndefined(value);
}
/** Returns true if the string length in Unicode code points does not exceed maxLength */
function IsMaxLength(value, maxLength) {
	return IsMaxLength$1(value, maxLength);
}
/** Returns true if the string length in Unicode code points is at least minLength */
function IsMinLength(value, minLength) {
	return IsMinLength$1(value, minLength);
}
/** Returns true if every element from offset satisfies the callback, short-circuiting on the first failure */
function Every(value, offset, callback) {
	return value.every((item, index) => index < offset || callback(item, index));
}
/** Returns true if some element satisfies the callback, short-circuiting on the first success */
function Some(value, callback) {
	return value.some((value, index) => callback(value, index));
}
/** Returns true if some element satisfies the callback, using exhaustive enumeration */
function SomeAll(value, callback) {
	let result = false;
	value.forEach((item, index) => {
		if (callback(item, index)) result = true;
	});
	return result;
}
/** Returns the count of elements that satisfy the callback */
function Counted(value, callback) {
	return value.reduce((result, value, index) => callback(value, index) ? ++result : result, 0);
}
/** Returns true if the PropertyKey is Unsafe (ref: prototype-pollution). */
function IsUnsafePropertyKey(key) {
	return IsEqual(key, "__proto__") || IsEqual(key, "constructor") || IsEqual(key, "prototype");
}
/** Returns true if this value has this property key */
function HasPropertyKey(value, key) {
	return IsUnsafePropertyKey(key) ? Object.prototype.hasOwnProperty.call(value, key) : key in value;
}
/** Returns object entries as `[string, Value][]` */
function Entries(value) {
	return Object.entries(value);
}
/** Returns property keys for this object via `Object.getOwnPropertyNames({ ... })` */
function Keys$1(value) {
	return Object.getOwnPropertyNames(value);
}
/** Returns the property keys for this object via `Object.getOwnPropertySymbols({ ... })` */
function Symbols(value) {
	return Object.getOwnPropertySymbols(value);
}
function DeepEqualObject(left, right) {
	if (!IsObject(right)) return false;
	const keys = Keys$1(left);
	return IsEqual(keys.length, Keys$1(right).length) && keys.every((key) => IsDeepEqual(left[key], right[key]));
}
function DeepEqualArray(left, right) {
	return IsArray(right) && IsEqual(left.length, right.length) && left.every((_, index) => IsDeepEqual(left[index], right[index]));
}
/** Returns true if left and right values are structurally equal */
function IsDeepEqual(left, right) {
	return IsArray(left) ? DeepEqualArray(left, right) : IsObject(left) ? DeepEqualObject(left, right) : IsEqual(left, right);
}
// node_modules/typebox/build/guard/globals.mjs
function IsBoolean(value) {
	return value instanceof Boolean;
}
function IsNumber(value) {
	return value instanceof Number;
}
function IsString(value) {
	return value instanceof String;
}
function IsTypeArray(value) {
	return globalThis.ArrayBuffer.isView(value);
}
/** Returns true if the value is a RegExp */
function IsRegExp(value) {
	return value instanceof globalThis.RegExp;
}
/** Returns true if the value is a Date */
function IsDate(value) {
	return value instanceof globalThis.Date;
}
// node_modules/typebox/build/system/settings/settings.mjs
const settings = {
	immutableTypes: false,
	maxErrors: 8,
	maxParseErrors: 1,
	maxInstantiationCount: 128,
	useAcceleration: true,
	exactOptionalPropertyTypes: false,
	enumerableKind: false,
	correctiveParse: false,
	unionPrioritySort: true
};
/** Gets current system settings */
function Get() {
	return settings;
}
// node_modules/typebox/build/system/unreachable/unreachable.mjs
/** Used for unreachable logic */
function Unreachable() {
	throw new Error("Unreachable");
}
// node_modules/typebox/build/system/hashing/hash.mjs
function InstanceKeys(value) {
	const propertyKeys = /* @__PURE__ */ new Set();
	let current = value;
	while (current && current !== Object.prototype) {
		for (const key of Reflect.ownKeys(current)) if (key !== "constructor" && typeof key !== "symbol") propertyKeys.add(key);
		current = Object.getPrototypeOf(current);
	}
	return [...propertyKeys];
}
function IsIEEE754(value) {
	return typeof value === "number";
}
const ByteMarker = {
	Array: 0,
	BigInt: 1,
	Boolean: 2,
	Date: 3,
	Constructor: 4,
	Function: 5,
	Null: 6,
	Number: 7,
	Object: 8,
	RegExp: 9,
	String: 10,
	Symbol: 11,
	TypeArray: 12,
	Undefined: 13
};
let A0 = 8997;
let A1 = 33826;
let A2 = 40164;
let A3 = 52210;
const F64 = /* @__PURE__ */ new Float64Array(1);
const F64In = new DataView(F64.buffer);
const F64Out = new Uint8Array(F64.buffer);
function FNV1A64_OP(byte) {
	const L0 = A0 ^ byte;
	const T0 = L0 * 435;
	const T1 = A1 * 435 + (T0 >>> 16);
	const T2 = A2 * 435 + (T1 >>> 16) + (L0 << 8);
	const T3 = A3 * 435 + (T2 >>> 16) + (A1 << 8);
	A0 = T0 & 65535;
	A1 = T1 & 65535;
	A2 = T2 & 65535;
	A3 = T3 & 65535;
}
function FromArray(value) {
	FNV1A64_OP(ByteMarker.Array);
	for (const item of value) FromValue(item);
}
function FromBigInt(value) {
	FNV1A64_OP(ByteMarker.BigInt);
	F64In.setBigInt64(0, value);
	for (const byte of F64Out) FNV1A64_OP(byte);
}
function FromBoolean(value) {
	FNV1A64_OP(ByteMarker.Boolean);
	FNV1A64_OP(value ? 1 : 0);
}
function FromConstructor(value) {
	FNV1A64_OP(ByteMarker.Constructor);
	FromValue(value.toString());
}
function FromDate(value) {
	FNV1A64_OP(ByteMarker.Date);
	FromValue(value.getTime());
}
function FromFunction(value) {
	FNV1A64_OP(ByteMarker.Function);
	FromValue(value.toString());
}
function FromNull(_value) {
	FNV1A64_OP(ByteMarker.Null);
}
function FromNumber(value) {
	FNV1A64_OP(ByteMarker.Number);
	F64In.setFloat64(0, value, true);
	for (const byte of F64Out) FNV1A64_OP(byte);
}
function FromObject(value) {
	FNV1A64_OP(ByteMarker.Object);
	for (const key of InstanceKeys(value).sort()) {
		FromValue(key);
		FromValue(value[key]);
	}
}
function FromRegExp(value) {
	FNV1A64_OP(ByteMarker.RegExp);
	FromString(value.toString());
}
const encoder = new TextEncoder();
function FromString(value) {
	FNV1A64_OP(ByteMarker.String);
	for (let i = 0; i < value.length; i++) {
		const code = value.charCodeAt(i);
		if (code > 127) {
			for (const byte of encoder.encode(value.slice(i))) FNV1A64_OP(byte);
			return;
		}
		FNV1A64_OP(code);
	}
}
function FromSymbol(value) {
	FNV1A64_OP(ByteMarker.Symbol);
	FromValue(value.toString());
}
function FromTypeArray(value) {
	FNV1A64_OP(ByteMarker.TypeArray);
	const buffer = new Uint8Array(value.buffer);
	for (let i = 0; i < buffer.length; i++) FNV1A64_OP(buffer[i]);
}
function FromUndefined(_value) {
	return FNV1A64_OP(ByteMarker.Undefined);
}
function FromValue(value) {
	return IsTypeArray(value) ? FromTypeArray(value) : IsDate(value) ? FromDate(value) : IsRegExp(value) ? FromRegExp(value) : IsBoolean(value) ? FromBoolean(value.valueOf()) : IsString(value) ? FromString(value.valueOf()) : IsNumber(value) ? FromNumber(value.valueOf()) : IsIEEE754(value) ? FromNumber(value) : IsArray(value) ? FromArray(value) : IsBoolean$1(value) ? FromBoolean(value) : IsBigInt(value) ? FromBigInt(value) : IsConstructor(value) ? FromConstructor(value) : IsNull(value) ? FromNull(value) : IsObject(value) ? FromObject(value) : IsString$1(value) ? FromString(value) : IsSymbol(value) ? FromSymbol(value) : IsUndefined(value) ? FromUndefined(value) : IsFunction(value) ? FromFunction(value) : Unreachable();
}
function Hex(limb) {
	return limb.toString(16).padStart(4, "0");
}
/** Generates a FNV1A-64 non cryptographic hash of the given value */
function Hash(value) {
	A0 = 8997, A1 = 33826, A2 = 40164, A3 = 52210;
	FromValue(value);
	return `${Hex(A3)}${Hex(A2)}${Hex(A1)}${Hex(A0)}`;
}
// node_modules/typebox/build/system/memory/metrics.mjs
/** TypeBox instantiation metrics */
const Metrics = {
	assign: 0,
	create: 0,
	clone: 0,
	discard: 0,
	update: 0
};
// node_modules/typebox/build/system/memory/keys.mjs
/** Returns the own string and symbol keys of the given object. */
function Keys(value) {
	return [...Keys$1(value), ...Symbols(value)];
}
// node_modules/typebox/build/system/memory/finalize.mjs
function Freeze(value, seen) {
	if (seen.has(value)) return;
	seen.add(value);
	for (const key of Keys(value)) {
		const descriptor = Object.getOwnPropertyDescriptor(value, key);
		if (!descriptor || !("value" in descriptor)) continue;
		if (IsObject(descriptor.value)) Freeze(descriptor.value, seen);
	}
	Object.freeze(value);
}
/** Finalizes a type. Will recursively freeze if `immutableTypes` is true, otherwise no action. */
function Finalize(value) {
	if (!Get().immutableTypes) return value;
	Freeze(value, /* @__PURE__ */ new WeakSet());
	return value;
}
// node_modules/typebox/build/system/memory/create.mjs
function WithEnumerable$1(left, right) {
	return {
		...left,
		...right
	};
}
function WithHidden$1(left, right) {
	for (const key of Object.keys(right)) Object.defineProperty(left, key, {
		configurable: true,
		writable: true,
		enumerable: false,
		value: right[key]
	});
	return left;
}
/** Creates an object with hidden, enumerable, and optional property sets. */
function Create(hidden, enumerable, options = {}) {
	Metrics.create += 1;
	const withEnumerable = WithEnumerable$1(enumerable, options);
	return Finalize(Get().enumerableKind ? WithEnumerable$1(withEnumerable, hidden) : WithHidden$1(withEnumerable, hidden));
}
// node_modules/typebox/build/system/memory/update.mjs
function WithCurrent(current, hiddenKeys, enumerableKeys, result) {
	for (const key of Keys(current)) {
		if (IsUnsafePropertyKey(key) || hiddenKeys.includes(key) || enumerableKeys.includes(key)) continue;
		const descriptor = Object.getOwnPropertyDescriptor(current, key);
		Object.defineProperty(result, key, descriptor);
	}
}
function WithHidden(hidden, keys, result) {
	const enumerableKind = Get().enumerableKind;
	for (const key of keys) {
		if (IsUnsafePropertyKey(key)) continue;
		Object.defineProperty(result, key, {
			configurable: true,
			writable: true,
			enumerable: enumerableKind,
			value: hidden[key]
		});
	}
}
function WithEnumerable(enumerable, keys, result) {
	for (const key of keys) {
		if (IsUnsafePropertyKey(key)) continue;
		Object.defineProperty(result, key, {
			configurable: true,
			enumerable: true,
			writable: true,
			value: enumerable[key]
		});
	}
}
/** Updates an existing type with additional hidden and enumerable properties while preserving property configuration. */
function Update(current, hidden, enumerable) {
	Metrics.update += 1;
	const result = {}, hiddenKeys = Keys(hidden), enumerableKeys = Keys(enumerable);
	WithCurrent(current, hiddenKeys, enumerableKeys, result);
	WithHidden(hidden, hiddenKeys, result);
	WithEnumerable(enumerable, enumerableKeys, result);
	return Finalize(result);
}
// node_modules/typebox/build/type/types/schema.mjs
function IsSchema(value) {
	return IsObject(value);
}
// node_modules/typebox/build/type/engine/optional/instantiate_add.mjs
function AddOptionalAction(type, options) {
	return Update(type, { "~optional": true }, options);
}
// node_modules/typebox/build/type/types/array.mjs
/** Creates an Array type. */
function _Array_(items, options) {
	return Create({ "~kind": "Array" }, {
		type: "array",
		items
	}, options);
}
// node_modules/typebox/build/type/action/_add_optional.mjs
/** Applies an AddOptional action to a type. */
function AddOptional(type, options = {}) {
	return AddOptionalAction(type, options);
}
// node_modules/typebox/build/type/types/_optional.mjs
/** Applies an Optional modifier to the given type. */
function Optional(type) {
	return AddOptional(type);
}
/** Returns true if the given value is TOptional */
function IsOptional(value) {
	return IsSchema(value) && HasPropertyKey(value, "~optional");
}
// node_modules/typebox/build/type/types/properties.mjs
/** Creates a RequiredArray derived from the given TProperties value. */
function RequiredArray(properties) {
	return Keys$1(properties).filter((key) => !IsOptional(properties[key]));
}
// node_modules/typebox/build/type/types/object.mjs
/** Creates an Object type. */
function _Object_(properties, options = {}) {
	const requiredKeys = RequiredArray(properties);
	return Create({ "~kind": "Object" }, {
		type: "object",
		...requiredKeys.length > 0 ? { required: requiredKeys } : {},
		properties
	}, options);
}
// node_modules/typebox/build/type/types/unsafe.mjs
/** Creates a Unsafe type. */
function Unsafe(schema) {
	return Update(schema, { ["~unsafe"]: null }, {});
}
// node_modules/typebox/build/type/types/boolean.mjs
/** Creates a Boolean type. */
function Boolean$1(options) {
	return Create({ "~kind": "Boolean" }, { type: "boolean" }, options);
}
// node_modules/typebox/build/type/types/integer.mjs
const IntegerPattern = "-?(?:0|[1-9][0-9]*)";
/** Creates a Integer type. */
function Integer(options) {
	return Create({ "~kind": "Integer" }, { type: "integer" }, options);
}
// node_modules/typebox/build/type/types/number.mjs
/** Creates a Number type. */
function Number$1(options) {
	return Create({ "~kind": "Number" }, { type: "number" }, options);
}
// node_modules/typebox/build/type/types/string.mjs
/** Creates a String type. */
function String$1(options) {
	return Create({ "~kind": "String" }, { type: "string" }, options);
}
// node_modules/typebox/build/type/types/tuple.mjs
/** Creates a Tuple type. */
function Tuple(types, options = {}) {
	const [items, minItems, additionalItems] = [
		types,
		types.length,
		false
	];
	return Create({ ["~kind"]: "Tuple" }, {
		type: "array",
		additionalItems,
		items,
		minItems
	}, options);
}
// node_modules/typebox/build/type/types/record.mjs
const IntegerKey = `^${IntegerPattern}$`;
// node_modules/typebox/build/type/script/token/internal/char.mjs
function Range(start, end) {
	return Array.from({ length: end - start + 1 }, (_, i) => String.fromCharCode(start + i));
}
const Alpha = [...Range(97, 122), ...Range(65, 90)];
const Digit = ["0", ...Range(49, 57)];
[...Digit];
[...[
	...Alpha,
	"_",
	"$"
], ...Digit];
[...Digit];
new RegExp(IntegerKey);
// contracts/kit/schema.ts
/**
* Schemas that are types too: a few builders over TypeBox. They make JSON Schema (draft 7), for Ajv and
* for editors; `Static` gives the TypeScript type of what it describes. Every object is closed: a name that it
* does not list is an error.
*
* A function that returns schemas has no return type written out: the compiler derives it, and the values with it.
*/
/** A schema in JSON Schema's own words, for data of a type that it is given. */
const typed = Unsafe;
const anything = typed({});
const scalar = typed({ type: [
	"string",
	"number",
	"boolean",
	"null"
] });
/** An id of any deployment. JSON Schema has no word for a `bigint`, so that its type is what it is not. */
const id = typed({
	not: { type: [
		"object",
		"array",
		"boolean",
		"null"
	] },
	minLength: 1,
	maxLength: ID_LENGTH
});
const yesNo = Boolean$1();
const text$2 = String$1({ minLength: 1 });
const string = String$1;
const number$1 = Number$1;
const integer = Integer;
const list = _Array_;
/** A list of so many items, each of a schema of its own. */
const tuple = Tuple;
/** A field that may be left out. */
const optional = Optional;
/** The same fields, each of which may be left out. */
function optionals(fields) {
	return mapTable(fields, optional);
}
/** An object with these fields and no others. All are required but those that are `optional`. */
function object(fields) {
	return _Object_(fields, { additionalProperties: false });
}
/** `Static` is the complete object, `Given` the one in parts. */
function partial(fields) {
	const { required: _, ...schema } = object(fields);
	return Object.defineProperty(schema, "~partial", { value: true });
}
/** The fields of what may be given in parts; `undefined` for every other schema. */
function partsOf(schema) {
	return "~partial" in schema ? schema.properties : void 0;
}
/** An object with names of the writer's own choosing; `names` is what each must be like. */
function map(values, names) {
	return Unsafe({
		type: "object",
		additionalProperties: values,
		...names && { propertyNames: names }
	});
}
/** An object with any of these names. To the compiler it is like any other map. */
function someOf(names, values) {
	return Unsafe(object(each(names, optional(values))));
}
/** One of these values. */
function oneOf(...values) {
	return Unsafe({ enum: values });
}
/** This value and no other. */
function constant(value) {
	return Unsafe({ const: value });
}
/** Objects that are distinguished by the value of one field. */
function discriminated(tag, forms) {
	const branches = Object.entries(forms).map(([value, { required, properties, ...form }]) => ({
		...form,
		required: [tag, ...required ?? []],
		properties: {
			[tag]: constant(value),
			...properties
		}
	}));
	return Unsafe({
		type: "object",
		discriminator: { propertyName: tag },
		required: [tag],
		oneOf: branches
	});
}
/** Refers to a definition of this name in the `definitions` of the schema that this one becomes a part of. */
function refer(name, _) {
	return Unsafe({ $ref: `#/definitions/${name}` });
}
/** The same, or `null`. For schemas of one plain type. */
function orNull(schema) {
	return Unsafe({
		...schema,
		type: [schema.type, "null"]
	});
}
/** The same, or one word. The description says both. */
function orWord(schema, word) {
	const description = `${schema.description}, or \`${word}\``;
	return Unsafe({
		...schema,
		description,
		type: [schema.type, "string"],
		pattern: `^${word}$`
	});
}
/** The same, with a description for people. */
function describe(description, schema) {
	return Object.create(Object.prototype, {
		...Object.getOwnPropertyDescriptors(schema),
		description: {
			value: description,
			enumerable: true
		}
	});
}
/** Fields of these names, all of one schema. */
function each(names, schema) {
	return tableFrom(names.map((name) => [name, schema]));
}
/** Fields of one schema, with a description for each. */
function described(words, schema) {
	return mapTable(words, (word) => describe(word, schema));
}
/** The format of a schema. */
function formatOf(schema) {
	return { schema };
}
// contracts/specification/records/field.ts
/** One field of a record, and what follows from the fields of a record. */
/** A field that the service itself gives, such as an id. */
function serverField(kind, value) {
	return {
		kind,
		value
	};
}
/** A field of what callers report. */
function reportedField(kind, value, sent, required) {
	return {
		kind,
		value,
		sent,
		...required
	};
}
/** A field of a record that callers edit, and what it is when left out. */
function editableField(kind, value, sent, fallback, required) {
	return {
		...reportedField(kind, value, sent, required),
		fallback
	};
}
/** A field that a caller may send, and that is neither kept nor answered. */
function writeOnlyField(kind, sent) {
	return {
		kind,
		sent
	};
}
/** The kind of each field. */
function kindsOf(fields) {
	return pick(fields, ({ kind }) => kind);
}
/** The value of each field that is kept: the fields of a record. */
function keptOf(fields) {
	return pick(fields, ({ value }) => value);
}
/** The fields that a caller may send and that are kept; those that need not be sent are optional. */
function reportedOf(fields) {
	return pick(fields, ({ value, sent, required }) => {
		if (value === void 0 || sent === void 0) return void 0;
		return required ? value : optional(value);
	});
}
/** The form of a body: a schema for each field that a caller may send, and the names of those that it must. */
function sentOf(fields) {
	const properties = pick(fields, ({ sent }) => sent);
	return {
		required: Object.keys(fields).filter((name) => fields[name]?.required),
		properties
	};
}
/** For each field what `of` gives for it, when it gives something. */
function pick(fields, of) {
	const entries = Object.entries(fields).map(([name, field]) => [name, of(field)]);
	return Object.fromEntries(entries.filter(([, picked]) => picked !== void 0));
}
// contracts/kit/base64.ts
/** `String.fromCharCode` takes its bytes as arguments, of which an engine allows only so many. */
const AT_ONCE = 24576;
/** The bytes of a typed array. */
function toBase64(array) {
	const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
	let binary = "";
	for (let from = 0; from < bytes.length; from += AT_ONCE) binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(from, from + AT_ONCE));
	return btoa(binary);
}
/** The bytes back, which are so many; `undefined` for any other text. */
function fromBase64(text, length) {
	if (text.length !== 4 * Math.ceil(length / 3)) return void 0;
	const binary = binaryOf(text);
	if (binary?.length !== length) return void 0;
	const bytes = new Uint8Array(length);
	for (let index = 0; index < length; index++) bytes[index] = binary.charCodeAt(index);
	return bytes.buffer;
}
/** The bytes as base64url without padding (RFC 4648, section 5). */
function toBase64Url(array) {
	return toBase64(array).replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");
}
/** The bytes of base64url without padding; `undefined` for any other text. */
function fromBase64Url(text) {
	if (!/^[\w-]*$/.test(text)) return void 0;
	const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
	const padded = base64.padEnd(4 * Math.ceil(base64.length / 4), "=");
	const bytes = fromBase64(padded, byteLength(padded));
	return bytes && new Uint8Array(bytes);
}
/** How many bytes a base64 text with its padding holds. */
function byteLength(text) {
	const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
	return text.length / 4 * 3 - padding;
}
function binaryOf(text) {
	try {
		return atob(text);
	} catch {
		return;
	}
}
// contracts/kit/saved.ts
/**
* The saved states of all parts share this: the forms of times and numbers in them, and the error that
* says what is wrong with one.
*/
/** The furthest that an instant may be from 1970 either way, in ms: the range of the platform's dates. */
const FURTHEST_TIME = 864e13;
/** Milliseconds since 1970 UTC, whole. */
const instant = integer({
	minimum: -864e13,
	maximum: FURTHEST_TIME
});
/** Numbers that go on being counted: above this there would be no room to count on, and still know each. */
const MOST_COUNTED = 2 ** 52;
/** Whole, from 0 on. */
const count = integer({
	minimum: 0,
	maximum: MOST_COUNTED
});
/** Numbers that count from 1 on: ids, sequences. */
const ordinal = integer({
	minimum: 1,
	maximum: MOST_COUNTED
});
/** One of these words, or null. */
function oneOfOrNull(...words) {
	return typed({ enum: [...words, null] });
}
/** A saved state that cannot be gone on from: where in it, and why. */
var StateError = class extends Error {
	name = "StateError";
	/** A JSON Pointer into the state. */
	pointer;
	problem;
	constructor(pointer, problem) {
		super(`${pointer === "" ? "The saved state" : pointer} ${problem}.`);
		this.pointer = pointer;
		this.problem = problem;
	}
};
/** Throws a StateError unless something holds of a place in a state. `problem` is what is wrong otherwise. */
function mustHold(holds, pointer, problem) {
	if (!holds) throw new StateError(pointer, problem);
}
/** The bytes that a state holds as base64, which are so many. Throws a StateError for the place otherwise. */
function savedBytes(text, length, pointer) {
	const bytes = fromBase64(text, length);
	mustHold(bytes !== void 0, pointer, `must be ${length} bytes as base64`);
	return bytes;
}
/** Reads a part of a state; a StateError gets the place of the part. */
function within(place, look) {
	try {
		return look();
	} catch (error) {
		if (error instanceof StateError) throw new StateError(place + error.pointer, error.problem);
		throw error;
	}
}
// contracts/specification/records/values.ts
/** Values of fields as a service keeps them, in canonical units. */
const text$1 = string();
const flag$1 = yesNo;
const ids$1 = list(ordinal);
const instantOrNull = orNull(instant);
const ordinalOrNull = orNull(ordinal);
/** Something measured that not every device measures. */
const measured = orNull(number$1());
const flagOrNull = orNull(yesNo);
const latitude = number$1({
	minimum: -90,
	maximum: 90
});
const longitude = number$1({
	minimum: -180,
	maximum: 180
});
/** The range of a device's own times, which a row holds in 48 bits: the years -2489 to 6429. */
const reportedTime = number$1({
	minimum: 1 - 2 ** 47,
	maximum: 2 ** 47 - 1
});
/** Free facts of a location: a JSON object with any fields. */
const freeFields$1 = typed({ type: "object" });
const freeFieldsOrNull = typed({ type: ["object", "null"] });
const channelIds = ["email", "sms"];
const channel = oneOf(...channelIds);
const channels$1 = list(channel);
const outcome = oneOf("sent", "withheld");
/** Why a message was withheld. */
const withheldReasons = ["daily-limit", "device-expired"];
/** `null` for a message that was sent. */
const reason = oneOfOrNull(...withheldReasons);
/** One notification about an alert: a user, a channel, and what was done. */
const notification = object({
	channel,
	userId: ordinal,
	outcome,
	reason
});
const severity$1 = oneOf("info", "warning", "critical");
const time = {
	description: "a time from 1970 to 2100",
	type: "integer",
	minimum: 0,
	maximum: 41024448e5
};
function orNone({ description, ...schema }) {
	return {
		description: `${description}, or null`,
		anyOf: [schema, { type: "null" }]
	};
}
function text(maxLength) {
	return {
		description: `a text of at most ${maxLength} characters`,
		type: "string",
		maxLength
	};
}
function name(maxLength) {
	return {
		description: `a text of 1 to ${maxLength} characters`,
		type: "string",
		minLength: 1,
		maxLength
	};
}
function number(minimum, maximum, unit) {
	return {
		description: `a number from ${minimum} to ${maximum}${unit ? ` ${unit}` : ""}`,
		type: "number",
		minimum,
		maximum
	};
}
function wholeNumber(minimum, maximum) {
	return {
		description: `a whole number from ${minimum} to ${maximum}`,
		type: "integer",
		minimum,
		maximum
	};
}
const flag = {
	description: "true or false",
	type: "boolean"
};
const ids = {
	description: "a list of ids, each of them once",
	type: "array",
	items: {
		type: "integer",
		minimum: 1
	},
	uniqueItems: true,
	maxItems: 1e5
};
const channels = {
	description: "a list of email and sms, each of them at most once",
	type: "array",
	items: { enum: channelIds },
	uniqueItems: true
};
const freeFields = {
	description: "an object of at most 200 fields",
	type: "object",
	maxProperties: 200
};
const severity = {
	description: "info, warning or critical",
	enum: [
		"info",
		"warning",
		"critical"
	]
};
const email = {
	description: "an e-mail address of at most 254 characters, or empty",
	type: "string",
	maxLength: 254,
	pattern: "^$|^[^@\\s]+@[^@\\s]+$"
};
const country = {
	description: "the code of a country such as DE (ISO 3166-1 alpha-2), or empty",
	type: "string",
	format: "country"
};
const timeZone = {
	description: "the name of a time zone such as Europe/Berlin (IANA), or empty",
	type: "string",
	format: "time-zone"
};
// contracts/specification/records/alert.ts
/** An alert of a device. The service works out what a report leaves out. */
const alertFields = {
	id: serverField("id:alert", ordinal),
	deviceId: serverField("id:device", ordinal),
	type: reportedField("text", string({ minLength: 1 }), name(100), { required: true }),
	severity: reportedField("text", severity$1, severity),
	raisedAt: reportedField("time", instant, time),
	latitude: reportedField("number", orNull(latitude), orNone(number(-90, 90))),
	longitude: reportedField("number", orNull(longitude), orNone(number(-180, 180))),
	text: reportedField("text", text$1, text(1e3)),
	channels: reportedField("texts", channels$1, channels),
	notifications: serverField("notifications", list(notification))
};
// contracts/specification/records/group.ts
/** A group of devices. */
const groupFields = {
	id: serverField("id:group", ordinal),
	name: editableField("text", text$1, name(200), "", { required: true }),
	description: editableField("text", text$1, text(2e3), ""),
	deviceIds: editableField("ids:device", ids$1, ids, []),
	createdAt: serverField("time", instant),
	modifiedAt: serverField("time", instant)
};
// contracts/specification/records/location.ts
/** A location that a device reported. */
const locationFields = {
	deviceId: serverField("id:device", ordinal),
	deviceTime: reportedField("time", reportedTime, time),
	receivedAt: serverField("time", reportedTime),
	latitude: reportedField("number", latitude, number(-90, 90), { required: true }),
	longitude: reportedField("number", longitude, number(-180, 180), { required: true }),
	altitude: reportedField("length", measured, orNone(number(-12e3, 1e5, "m"))),
	speed: reportedField("speed", measured, orNone(number(0, 2e3, "km/h"))),
	course: reportedField("course", measured, orNone(number(0, 360, "degrees"))),
	accuracy: reportedField("length", measured, orNone(number(0, 1e6, "m"))),
	satellites: reportedField("number", measured, orNone(wholeNumber(0, 200))),
	ignition: reportedField("boolean", flagOrNull, orNone(flag)),
	battery: reportedField("number", measured, orNone(number(0, 100, "%"))),
	fuel: reportedField("number", measured, orNone(number(0, 100, "%"))),
	odometer: reportedField("distance", measured, orNone(number(0, 1e8, "km"))),
	attributes: reportedField("json", freeFieldsOrNull, orNone(freeFields))
};
// contracts/specification/records/user.ts
/** A user of the account. */
const userFields = {
	id: serverField("id:user", ordinal),
	name: editableField("text", text$1, name(200), "", { required: true }),
	email: editableField("text", text$1, email, ""),
	phone: editableField("text", text$1, text(40), ""),
	country: editableField("text", text$1, country, ""),
	timeZone: editableField("text", text$1, timeZone, ""),
	groupIds: editableField("ids:group", ids$1, ids, []),
	notify: editableField("texts", channels$1, channels, []),
	disabled: editableField("boolean", flag$1, flag, false),
	password: writeOnlyField("text", text(200)),
	createdAt: serverField("time", instant),
	modifiedAt: serverField("time", instant)
};
export { partial as $, keptOf as A, IsNull as At, each as B, Some as Bt, mustHold as C, IsGreaterThan as Ct, fromBase64Url as D, IsMaxLength as Dt, within as E, IsLessThan as Et, anything as F, IsSymbol as Ft, map as G, id as H, constant as I, IsUndefined as It, oneOf as J, number$1 as K, describe as L, IsUnsafePropertyKey as Lt, reportedOf as M, IsObject as Mt, sentOf as N, IsObjectNotArray as Nt, toBase64 as O, IsMinLength as Ot, serverField as P, IsString$1 as Pt, orWord as Q, described as R, IsValueLike as Rt, instant as S, IsGreaterEqualThan as St, savedBytes as T, IsLessEqualThan as Tt, integer as U, formatOf as V, SomeAll as Vt, list as W, optionals as X, optional as Y, orNull as Z, text$1 as _, IsBoolean$1 as _t, channel as a, text$2 as at, StateError as b, IsEqual as bt, instantOrNull as c, yesNo as ct, measured as d, Counted as dt, partsOf as et, ordinalOrNull as f, Entries as ft, severity$1 as g, IsBigInt as gt, reportedTime as h, IsArray as ht, alertFields as i, string as it, kindsOf as j, IsNumber$1 as jt, toBase64Url as k, IsMultipleOf as kt, latitude as l, Hash as lt, reason as m, HasPropertyKey as mt, locationFields as n, scalar as nt, channelIds as o, tuple as ot, outcome as p, Every as pt, object as q, groupFields as r, someOf as rt, freeFields$1 as s, typed as st, userFields as t, refer as tt, longitude as u, Get as ut, withheldReasons as v, IsConstructor as vt, ordinal as w, IsInteger as wt, count as x, IsFunction as xt, FURTHEST_TIME as y, IsDeepEqual as yt, discriminated as z, Keys$1 as zt };
