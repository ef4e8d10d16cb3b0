import { r as rowOf } from "./option-names-BqlZd731.js";
import { c as tableOf, i as mapTable, o as namesOf, s as tableFrom } from "./tables-3ck2--37.js";
import { $ as partial, B as each, F as anything, G as map, J as oneOf, K as number, L as describe, M as reportedOf, Q as orWord, R as described, U as integer, W as list, X as optionals, Y as optional, Z as orNull, at as text, ct as yesNo, it as string, nt as scalar, o as channelIds, q as object, tt as refer, z as discriminated } from "./user-DKm8yCKO.js";
import { a as durationMs, d as neverAnswered, f as recordFacts, l as spokenDuration, p as records, u as limitFacts } from "./durations-yb5DrFRg.js";
import { c as writeOperations, r as guardedOperations } from "./operations-qsC2r_2B.js";
// contracts/specification/forms.ts
/**
* Texts and numbers of a form, such as durations and places in a payload: what the answers to openings and the
* rest of a profile are put together from. `x-code` is the stable code of the issue when something is not of
* its form, and the description says in that issue what it should be.
*/
function form(code, description, pattern) {
	return string({
		"x-code": code,
		description,
		pattern
	});
}
function status(description, minimum, maximum) {
	return integer({
		"x-code": "STATUS_INVALID",
		description,
		minimum,
		maximum
	});
}
function duration(note = "") {
	return form("DURATION_INVALID", `an ISO 8601 duration such as PT1H or P1D, without years and months${note}`, "^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$");
}
const forms = {
	pointer: form("POINTER_INVALID", "a JSON Pointer such as /data/id; empty for the whole payload", "^(/([^~/]|~[01])*)*$"),
	duration: duration(),
	delay: duration("; it may be zero"),
	timeOfDay: form("TIME_OF_DAY_INVALID", "a time of day HH:MM such as 04:00", "^([01]\\d|2[0-3]):[0-5]\\d$"),
	momentOfDate: form("TIME_OF_DAY_INVALID", "`start` or `end` of the date, or a time of day HH:MM such as 18:00", "^(start|end|([01]\\d|2[0-3]):[0-5]\\d)$"),
	timeZone: string({
		description: "an IANA time zone such as Europe/Berlin, or `account` for that of the account",
		minLength: 1
	}),
	offset: form("OFFSET_INVALID", "Z, or an offset such as +02:00", "^(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$"),
	headerName: form("HEADER_INVALID", "the name of an HTTP header", "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"),
	headerValue: form("HEADER_INVALID", "the value of an HTTP header, in one line", "^[\\t\\x20-\\x7e\\x80-\\xff]*$"),
	mediaType: form("MEDIA_TYPE_INVALID", "a media type such as application/json", "^[\\w.+-]+/[\\w.+-]+(; ?[\\w.+-]+=[\\w.+-]+)*$"),
	basePath: form("BASE_PATH_INVALID", "empty, or a path such as /fleet/v2 without a slash at its end", "^(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*$"),
	environmentName: form("ENVIRONMENT_NAME_INVALID", "the name of an environment variable, such as FLEETCTL_TOKEN", "^[A-Za-z_][A-Za-z0-9_]{0,127}$"),
	countName: form("COUNT_INVALID", "a count such as 0 or 15, or null for none", "^(null|0|[1-9]\\d{0,8})$"),
	method: form("METHOD_INVALID", "an HTTP method in capitals", "^[A-Z]+$"),
	successStatus: status("a status from 200 to 299", 200, 299),
	anyStatus: status("a status from 200 to 599", 200, 599)
};
/** A text or number of the form, by reference. */
function ref(name) {
	return refer(name, forms[name]);
}
// contracts/specification/openings/define.ts
/** How a row of an opening is written. */
/**
* One row: the schema gives the type of the answer, which the default and the words must then fit. Schema and
* words are made when they are asked for, since a start without a profile file needs none.
*/
function defineOpening({ schema: make, ...row }) {
	let made;
	return {
		...row,
		get defaultWords() {
			return row.words(row.default);
		},
		get schema() {
			made ??= make();
			return made;
		}
	};
}
/** The schema and the words of an answer that is one of a few. */
function choice(words) {
	const answers = namesOf(words);
	return {
		schema: () => oneOf(...answers),
		words: (answer) => words[answer] ?? ""
	};
}
// contracts/specification/openings/payloads.ts
/** How records are written in payloads: the parts that several openings have in common. */
const headers = map(ref("headerValue"), forms.headerName);
/** Written always, never judged. */
const constants = optional(describe("Further fields with a fixed value.", map(anything, forms.pointer)));
/**
* Where the facts of one thing are in a payload, and what else is there. Places whose names are 0, 1, 2 …
* without a gap make an array: `/position/0`, `/position/1`.
*
* @param facts each fact and what it is, in words
*/
function shape(facts) {
	return {
		fields: describe("Where each fact is. A fact that is not named does not appear.", object(described(facts, optional(ref("pointer"))))),
		constants,
		/**
		* The canonical value is on the left as text, `true`, `false` and `null` ("none") too; what is not listed
		* is written as it is. In a fact that is a list of words, each word is replaced.
		*/
		values: optional(describe("Other words for the values of a fact, by canonical value.", object(mapTable(facts, () => optional(map(scalar))))))
	};
}
/** Where a record or a collection is inside a payload. `at: ''` with constants spreads it. */
const wrapping = object({
	at: ref("pointer"),
	constants
});
/** How a collection is written. */
function listWrapping(resource) {
	const fact = oneOf(...namesOf(recordFacts[resource]));
	return object({
		form: describe("An array of records, or a map from one fact to the record or to another fact.", oneOf("array", "map")),
		at: ref("pointer"),
		constants,
		key: optional(describe("For a map: the fact that is the key. By default the id or code.", fact)),
		value: optional(describe("For a map: the one fact that is the value. By default the whole record.", fact)),
		totalAsText: optional(describe("Whether that number is written as text: \"12\".", yesNo)),
		page: optional(describe("Where the number of the page is.", ref("pointer"))),
		pages: optional(describe("Where the number of pages is.", ref("pointer"))),
		total: optional(describe("Where the number of all records is.", ref("pointer"))),
		next: optional(describe("Where the cursor of the next page is.", ref("pointer")))
	});
}
/** The effect of POST …/locations or …/alerts, and how its body is written. */
const posting = object({
	does: oneOf("record", "query"),
	body: object({
		form: describe("One object, a list, either, or a wrapper around one of them.", oneOf("bare", "array", "either", "wrapper")),
		at: describe("Where a wrapper holds what is posted.", ref("pointer")),
		many: describe("For a wrapper: whether it holds a list.", yesNo),
		required: describe("Fields that every body must have, with a valid value.", map(anything, forms.pointer))
	}),
	query: describe("For a query: where the ends of its range are.", object({
		from: ref("pointer"),
		to: ref("pointer")
	}))
});
// contracts/specification/openings/errors.ts
/** Refusals outside the token request. */
/** Why a request of an operation is refused. */
const refusals = {
	malformed: "the body is not JSON",
	invalid: "the body is JSON, but not what the operation takes",
	"content-type": "the body is of another content type",
	"too-large": "the body is longer than the service reads",
	"unknown-id": "no such device, group or user",
	"deleted-id": "an id that was once in use",
	"unknown-path": "no such path",
	"method-not-allowed": "a path that does not take the method",
	conflict: "the state of the fleet forbids it",
	forbidden: "this token may not",
	"rate-limited": "too many requests",
	failed: "the service itself failed"
};
/** Facts of a refusal that an error body can carry. */
const errorFacts = {
	type: "a URI for the kind of refusal",
	title: "the kind of refusal in words",
	status: "the HTTP status again",
	code: "a code for programs",
	detail: "what happened this time",
	field: "the place in the request that is at fault",
	success: "always false"
};
/** Refusals whose body is not like that of the others. */
const apart = optional(describe("Single refusals with a body of their own: more fields, or another body altogether.", object(described(refusals, optional(discriminated("form", {
	more: object({ constants: map(anything, forms.pointer) }),
	json: object({
		contentType: ref("mediaType"),
		constants: map(anything, forms.pointer)
	}),
	text: object({
		contentType: ref("mediaType"),
		text
	}),
	empty: object({})
}))))));
const errorOpenings = [defineOpening({
	id: "errors.body",
	sections: ["7"],
	open: "error bodies outside the token request",
	decides: "exchange",
	shapes: ["rate-limited", "refused"],
	schema: () => discriminated("form", {
		json: object({
			contentType: ref("mediaType"),
			...shape(errorFacts),
			apart
		}),
		text: object({
			contentType: ref("mediaType"),
			apart
		}),
		empty: object({ apart })
	}),
	default: {
		form: "json",
		contentType: "application/problem+json",
		fields: {
			type: "/type",
			title: "/title",
			status: "/status",
			detail: "/detail",
			code: "/code",
			field: "/field"
		}
	},
	words: (body) => {
		if (body.form === "empty") return "none";
		const standard = body.contentType === "application/problem+json" ? " (RFC 9457)" : "";
		return `\`${body.contentType}\`${standard}`;
	}
}), defineOpening({
	id: "errors.status",
	sections: ["7"],
	open: "error statuses outside the token request",
	decides: "exchange",
	shapes: ["rate-limited", "refused"],
	schema: () => partial(described(refusals, ref("anyStatus"))),
	default: {
		malformed: 400,
		invalid: 422,
		"content-type": 415,
		"too-large": 413,
		"unknown-id": 404,
		"deleted-id": 404,
		"unknown-path": 404,
		"method-not-allowed": 405,
		conflict: 409,
		forbidden: 403,
		"rate-limited": 429,
		failed: 500
	},
	words: (statuses) => `${[...new Set(Object.values(statuses))].sort().join(", ")} in the sense of HTTP`
})];
// contracts/specification/openings/life.ts
/** The life of records, and the states that they can have. */
const lifeOpenings = [
	defineOpening({
		id: "groups.delete-devices",
		sections: ["4.2"],
		open: "what becomes of the devices of a deleted group",
		decides: "state",
		shapes: ["deleteGroup"],
		...choice({
			stay: "they stay, and lose that group",
			refused: "a group with devices is not deleted: refused"
		}),
		default: "stay"
	}),
	defineOpening({
		id: "users.delete-self",
		sections: ["4.2"],
		open: "whether the user whose key is in use can be deleted",
		decides: "state",
		shapes: ["deleteUser"],
		...choice({
			refused: "no: refused",
			allowed: "yes"
		}),
		default: "refused"
	}),
	defineOpening({
		id: "states.other",
		sections: ["3"],
		open: "further states of devices, groups and users",
		decides: "state",
		shapes: [],
		...choice({ none: "none" }),
		default: "none"
	})
];
// contracts/specification/openings/limits.ts
/** The daily limits of a device. */
const limit = number({ minimum: 0 });
const limitOpenings = [
	defineOpening({
		id: "limits.names",
		sections: ["2"],
		open: "what the limit settings are called in the API",
		decides: "exchange",
		shapes: [],
		schema: () => orNull(object(shape(limitFacts))),
		default: null,
		words: (names) => names === null ? "they are not in the API, only on the control API and the console" : Object.values(names.fields).join(", ")
	}),
	defineOpening({
		id: "limits.range",
		sections: ["8"],
		open: "the allowed range of the daily limits",
		decides: "state",
		shapes: [],
		schema: () => object({
			min: limit,
			max: limit,
			whole: yesNo
		}),
		default: {
			min: 0,
			max: 1e6,
			whole: true
		},
		words: ({ min, max, whole }) => `${whole ? "whole numbers" : "numbers"} from ${grouped(min)} to ${grouped(max)}`
	}),
	defineOpening({
		id: "limits.default",
		sections: ["8"],
		open: "the daily limits of a device before they are set",
		decides: "state",
		shapes: [],
		schema: () => partial(each(channelIds, orNull(limit))),
		default: {
			email: null,
			sms: null
		},
		words: ({ email, sms }) => email === null && sms === null ? "no limit" : `e-mail ${email ?? "without limit"}, SMS ${sms ?? "without limit"}`
	})
];
/** 1000000 as `1,000,000`. */
function grouped(value) {
	return value.toLocaleString("en", { maximumFractionDigits: 20 });
}
// contracts/specification/openings/operations.ts
/** The answers of the operations behind a token, and their parameters in the query. */
const bare = { at: "" };
const bareList = {
	form: "array",
	at: ""
};
const operationOpenings = [
	defineOpening({
		id: "operations.status",
		sections: ["4.2"],
		open: "success statuses of the operations behind a token",
		decides: "exchange",
		shapes: guardedOperations.map(({ id }) => id),
		schema: () => partial(tableOf(guardedOperations, () => ref("successStatus"))),
		default: tableOf(guardedOperations, ({ success }) => success),
		words: (statuses) => {
			const operationsWith = (status) => Object.entries(statuses).filter(([, other]) => other === status).map(([operation]) => operation).join(" and ");
			return ["200", ...[...new Set(Object.values(statuses))].sort().filter((status) => status !== 200).map((status) => `${status} on ${operationsWith(status)}`)].join("; ");
		}
	}),
	defineOpening({
		id: "operations.query",
		sections: ["4.2"],
		open: "query parameters, filters and order of lists",
		decides: "exchange",
		shapes: [
			"listDevices",
			"listGroups",
			"listUsers"
		],
		/** Names of the query parameters. */
		schema: () => partial({
			...each([
				"limit",
				"offset",
				"page",
				"cursor",
				"group"
			], text),
			anyCase: describe("Whether paths are taken in any case: /API/Devices as /api/devices.", yesNo)
		}),
		default: {
			limit: "limit",
			offset: "offset",
			page: "page",
			cursor: "cursor",
			group: "group",
			anyCase: false
		},
		words: ({ limit, offset, group, anyCase }) => `\`${limit}\` and \`${offset}\`; devices also by \`${group}\`${anyCase ? "; paths in any case" : ""}`
	}),
	defineOpening({
		id: "operations.paging",
		sections: ["4.2"],
		open: "how lists are paged",
		decides: "exchange",
		shapes: [
			"listDevices",
			"listGroups",
			"listUsers"
		],
		schema: () => object({
			by: oneOf("none", "offset", "page", "cursor", "link"),
			size: describe("Records on a page when no size is asked for; null for all.", orNull(integer({ minimum: 1 }))),
			max: describe("The largest size that can be asked for.", integer({ minimum: 1 })),
			firstPage: oneOf(0, 1),
			totalHeader: describe("the name of a header for the number of all records, or null", orNull(forms.headerName))
		}),
		default: {
			by: "offset",
			size: null,
			max: 1e3,
			firstPage: 1,
			totalHeader: "X-Total-Count"
		},
		words: ({ by, size, totalHeader }) => {
			const pages = by === "none" ? "not at all" : size === null ? "only on request" : `${size} records a page`;
			return totalHeader === null ? pages : `${pages}; \`${totalHeader}\` has the total`;
		}
	}),
	defineOpening({
		id: "operations.envelope",
		sections: ["4.2"],
		open: "what a record or a list is wrapped in",
		decides: "exchange",
		shapes: [
			"listDevices",
			"listGroups",
			"listUsers",
			"listCountries",
			"listTimeZones"
		],
		schema: () => partial({
			records: describe("Replies that carry one record.", partial(each([
				"device",
				"location",
				"alert",
				"group",
				"user"
			], wrapping))),
			lists: describe("Replies that carry many records.", partial({
				devices: listWrapping("device"),
				groups: listWrapping("group"),
				users: listWrapping("user"),
				countries: listWrapping("country"),
				timeZones: listWrapping("timeZone"),
				locations: listWrapping("location"),
				alerts: listWrapping("alert")
			})),
			bodies: describe("Requests that carry a group or a user.", partial(each(["group", "user"], wrapping))),
			answers: describe("What each write returns: the record, only its id, or nothing.", partial(tableOf(writeOperations, () => oneOf("record", "id", "nothing")))),
			id: describe("Where the id is in an answer that is the id alone.", wrapping),
			nothing: describe("Constants of an answer with nothing in it; without any, the body is empty.", object({ constants })),
			families: optional(describe("What differs for the writes of one resource.", object(each([
				"alert",
				"group",
				"user"
			], optional(object(optionals({
				id: wrapping,
				nothing: object({ constants }),
				locationHeader: yesNo
			}))))))),
			contentType: describe("The content type of replies with a body.", ref("mediaType")),
			locationHeader: describe("Whether a create returns a Location header.", yesNo)
		}),
		default: {
			records: {
				device: bare,
				location: bare,
				alert: bare,
				group: bare,
				user: bare
			},
			lists: {
				devices: bareList,
				groups: bareList,
				users: bareList,
				countries: bareList,
				timeZones: bareList,
				locations: bareList,
				alerts: bareList
			},
			bodies: {
				group: bare,
				user: bare
			},
			answers: tableOf(writeOperations, ({ method }) => method === "DELETE" ? "nothing" : "record"),
			id: { at: "/id" },
			nothing: {},
			contentType: "application/json",
			locationHeader: true
		},
		words: ({ records, lists }) => {
			const wrapped = Object.entries({
				...records,
				...lists
			}).filter(([, { at, constants }]) => at !== "" || constants !== void 0);
			if (wrapped.length === 0) return "nothing: a plain object, a plain array";
			return wrapped.map(([name, { at }]) => `${name} at "${at}"`).join(", ");
		}
	})
];
// contracts/specification/openings/posts.ts
/** The bodies of posts to a device, and of changes by PATCH and PUT. */
const bodies = {
	bare: "one object",
	array: "an array",
	either: "one object or an array",
	wrapper: "an object with one or an array in it"
};
const patches = {
	partial: "an object with the fields that change",
	"merge-patch": "JSON Merge Patch (RFC 7396)",
	"json-patch": "JSON Patch (RFC 6902)"
};
const postOpenings = [
	defineOpening({
		id: "locations.purpose",
		sections: ["4.2"],
		open: "whether a POST to locations records them or asks for a range",
		decides: "exchange",
		shapes: ["postLocations"],
		schema: () => posting,
		default: {
			does: "record",
			body: {
				form: "either",
				at: "",
				many: true,
				required: {}
			},
			query: {
				from: "/from",
				to: "/to"
			}
		},
		words: ({ does, body }) => does === "query" ? "it asks for a range" : `it records: ${bodies[body.form]}`
	}),
	defineOpening({
		id: "alerts.purpose",
		sections: ["4.2"],
		open: "whether a POST to alerts records one or asks for a range",
		decides: "exchange",
		shapes: ["postAlerts"],
		schema: () => posting,
		default: {
			does: "record",
			body: {
				form: "bare",
				at: "",
				many: false,
				required: {}
			},
			query: {
				from: "/from",
				to: "/to"
			}
		},
		words: ({ does, body }) => does === "query" ? "it asks for a range" : `it records: ${bodies[body.form]}`
	}),
	defineOpening({
		id: "alerts.recipients",
		sections: ["4.2", "6"],
		open: "who is notified of an alert, and by which channel",
		decides: "state",
		shapes: ["postAlerts"],
		...choice({
			"group-users": "the users of the device's groups, by the alert's channels",
			"all-users": "all users, by the alert's channels",
			none: "no user"
		}),
		default: "group-users"
	}),
	defineOpening({
		id: "locations.order",
		sections: ["4.2"],
		open: "which location is the last when some arrive late",
		decides: "state",
		shapes: ["lastLocation", "postLocations"],
		...choice({
			"device-time": "the newest by the device's own time",
			received: "the one that arrived last"
		}),
		default: "device-time"
	}),
	defineOpening({
		id: "patch.format",
		sections: ["4.2"],
		open: "how a PATCH is written",
		decides: "exchange",
		shapes: ["updateGroup", "updateUser"],
		schema: () => object({
			form: oneOf("partial", "merge-patch", "json-patch"),
			contentType: ref("mediaType")
		}),
		default: {
			form: "merge-patch",
			contentType: "application/merge-patch+json"
		},
		words: ({ form }) => patches[form]
	}),
	defineOpening({
		id: "put.left-out",
		sections: ["4.2"],
		open: "what becomes of a field of a group or user that the body of a PUT leaves out",
		decides: "state",
		shapes: [
			"replaceGroup",
			"replaceUser",
			"refused"
		],
		...choice({
			kept: "it stays as it was",
			cleared: "it is cleared",
			refused: "a body that leaves one out is refused"
		}),
		default: "cleared"
	})
];
// contracts/kit/check-digits.ts
/** Digits at the end of a number that show a typing error, by the algorithms in use. */
const algorithms = {
	/** ISO/IEC 7812: every second digit from the right is doubled. */
	luhn: (digits) => String((10 - luhnSum(`${digits}0`) % 10) % 10),
	/** ISO/IEC 7064, MOD 97-10: two digits. */
	"mod-97": (digits) => String(98 - remainder(`${digits}00`, 97)).padStart(2, "0")
};
const checkDigits = ["luhn", "mod-97"];
const lengths = tableFrom(checkDigits.map((name) => [name, algorithms[name]("1").length]));
/** A number in digits, with its check digits: `7` is `75` by Luhn. */
function withCheck(digits, check) {
	return digits + algorithms[check](digits);
}
/** The digits without those of the check; `undefined` where the check does not hold. */
function withoutCheck(text, check) {
	const digits = text.slice(0, -lengths[check]);
	return digits !== "" && /^\d+$/.test(text) && withCheck(digits, check) === text ? digits : void 0;
}
function luhnSum(digits) {
	let sum = 0;
	for (let place = 0; place < digits.length; place++) {
		const digit = Number(digits[digits.length - 1 - place]);
		const counted = place % 2 === 1 ? digit * 2 : digit;
		sum += counted > 9 ? counted - 9 : counted;
	}
	return sum;
}
/** By parts, since the number may be too large to be exact. */
function remainder(digits, divisor) {
	let rest = 0;
	for (const digit of digits) rest = (rest * 10 + Number(digit)) % divisor;
	return rest;
}
// contracts/specification/openings/records.ts
/** Records in payloads: their fields, and how ids, times and quantities are written. */
const oneGroup = [
	"createGroup",
	"readGroup",
	"replaceGroup",
	"updateGroup"
];
const oneUser = [
	"createUser",
	"readUser",
	"replaceUser",
	"updateUser"
];
const oneRecord = [
	"readDevice",
	...oneGroup,
	...oneUser
];
const check = optional(describe("The algorithm of the check digits at the end of ids.", oneOf(...checkDigits)));
const recordOpenings = [
	defineOpening({
		id: "records.device",
		sections: ["2"],
		open: "the fields of a device",
		decides: "exchange",
		shapes: ["listDevices", "readDevice"],
		schema: () => object(shape(recordFacts.device)),
		default: { fields: sameNames(recordFacts.device) },
		words: fieldNames
	}),
	defineOpening({
		id: "records.location",
		sections: ["2"],
		open: "the fields of a location",
		decides: "exchange",
		shapes: ["lastLocation", "postLocations"],
		schema: () => object(shape(recordFacts.location)),
		default: { fields: sameNames(recordFacts.location) },
		words: fieldNames
	}),
	defineOpening({
		id: "records.alert",
		sections: ["2"],
		open: "the fields of an alert",
		decides: "exchange",
		shapes: ["postAlerts"],
		schema: () => object(shape(recordFacts.alert)),
		default: { fields: sameNames(recordFacts.alert) },
		words: fieldNames
	}),
	defineOpening({
		id: "records.group",
		sections: ["2"],
		open: "the fields of a group",
		decides: "exchange",
		shapes: ["listGroups", ...oneGroup],
		schema: () => object(shape(recordFacts.group)),
		default: { fields: sameNames(recordFacts.group) },
		words: fieldNames
	}),
	defineOpening({
		id: "records.user",
		sections: ["2"],
		open: "the fields of a user",
		decides: "exchange",
		shapes: ["listUsers", ...oneUser],
		schema: () => object(shape(recordFacts.user)),
		default: { fields: sameNames(recordFacts.user) },
		words: fieldNames
	}),
	defineOpening({
		id: "records.country",
		sections: ["2"],
		open: "the fields of a country",
		decides: "exchange",
		shapes: ["listCountries"],
		schema: () => object(shape(recordFacts.country)),
		default: { fields: sameNames(recordFacts.country) },
		words: (record) => `${fieldNames(record)}; codes are those of ISO 3166-1 alpha-2`
	}),
	defineOpening({
		id: "records.timeZone",
		sections: ["2"],
		open: "the fields of a time zone",
		decides: "exchange",
		shapes: ["listTimeZones"],
		schema: () => object(shape(recordFacts.timeZone)),
		default: { fields: sameNames(recordFacts.timeZone) },
		words: (record) => `${fieldNames(record)}; ids are those of IANA`
	}),
	defineOpening({
		id: "records.id",
		sections: ["2", "4.2"],
		open: "type and form of ids",
		decides: "exchange",
		shapes: oneRecord,
		schema: () => discriminated("form", {
			string: object({
				prefixes: describe("What each kind of id begins with.", object(each([
					"device",
					"alert",
					"group",
					"user"
				], optional(string())))),
				check
			}),
			number: object({ check }),
			uuid: object({})
		}),
		default: {
			form: "string",
			prefixes: {
				device: "dev-",
				alert: "alr-",
				group: "grp-",
				user: "usr-"
			}
		},
		words: ({ form }) => ({
			string: "text",
			number: "numbers",
			uuid: "UUIDs"
		})[form]
	}),
	defineOpening({
		id: "records.id-reuse",
		sections: ["2", "4.2"],
		open: "whether the id of a deleted record is given again",
		decides: "state",
		shapes: [],
		...choice({
			never: "never",
			reused: "yes: a new record gets the lowest free id"
		}),
		default: "never"
	}),
	defineOpening({
		id: "records.volatile",
		sections: ["2", "4.2"],
		open: "the fields of replies that change on each call: usage counters, request ids",
		decides: "exchange",
		shapes: [],
		schema: () => describe("Where they are in the JSON objects that operations return.", list(ref("pointer"), { uniqueItems: true })),
		default: [],
		words: (places) => places.join(", ") || "none"
	}),
	defineOpening({
		id: "records.required",
		sections: ["2", "4.2"],
		open: "which fields a create asks for",
		decides: "exchange",
		shapes: ["refused"],
		schema: () => object({
			group: list(oneOf(...namesOf(reportedOf(records.group))), { uniqueItems: true }),
			user: list(oneOf(...namesOf(reportedOf(records.user))), { uniqueItems: true })
		}),
		default: {
			group: ["name"],
			user: ["name"]
		},
		words: ({ group, user }) => `groups: ${group.join(", ") || "none"}; users: ${user.join(", ") || "none"}`
	}),
	defineOpening({
		id: "records.text",
		sections: ["2", "4.2"],
		open: "what becomes of markup, control characters, long texts and exact coordinates",
		decides: "state",
		shapes: [],
		schema: () => partial({
			markup: describe("HTML tags in a text.", oneOf("kept", "removed", "escaped", "refused")),
			otherPlanes: describe("Characters above U+FFFF, such as emoji.", oneOf("kept", "lost", "refused")),
			controls: describe("Control characters other than tabs and line ends.", oneOf("kept", "lost", "refused")),
			spaces: describe("Spaces at both ends of a text.", oneOf("kept", "trimmed")),
			longest: describe("The most characters of a text; `null` where no limit is known.", orNull(integer({
				minimum: 50,
				maximum: 1e3
			}))),
			overlong: describe("A text that is longer.", oneOf("cut", "refused")),
			decimals: describe("Digits after the point of a coordinate; `null` for all.", orNull(integer({
				minimum: 4,
				maximum: 12
			})))
		}),
		default: {
			markup: "kept",
			otherPlanes: "kept",
			controls: "kept",
			spaces: "kept",
			longest: null,
			overlong: "cut",
			decimals: null
		},
		words: ({ markup, otherPlanes, controls, spaces, longest, overlong, decimals }) => [
			`markup ${markup}, emoji ${otherPlanes}, control characters ${controls}, outer spaces ${spaces}`,
			longest === null ? "texts of any length" : `texts over ${longest} characters ${overlong}`,
			decimals === null ? "coordinates as sent" : `${decimals} decimals of a coordinate`
		].join("; ")
	}),
	defineOpening({
		id: "records.unknown-fields",
		sections: ["2", "4.2"],
		open: "what becomes of fields of a group or user that the service does not know",
		decides: "state",
		shapes: ["refused"],
		...choice({
			dropped: "dropped",
			kept: "kept, and returned with the record",
			refused: "a body that has one is refused"
		}),
		default: "dropped"
	}),
	defineOpening({
		id: "records.time",
		sections: ["2"],
		open: "how times are written outside the token",
		decides: "exchange",
		shapes: oneRecord,
		schema: () => discriminated("form", {
			iso: object({ offset: ref("offset") }),
			"epoch-seconds": object({}),
			"epoch-milliseconds": object({})
		}),
		default: {
			form: "iso",
			offset: "Z"
		},
		words: (time) => {
			if (time.form === "iso") return `ISO 8601 ${time.offset === "Z" ? "in UTC" : `at ${time.offset}`}`;
			return `${time.form === "epoch-seconds" ? "seconds" : "milliseconds"} since 1970`;
		}
	}),
	defineOpening({
		id: "records.units",
		sections: ["2"],
		open: "units of speed, course, distance and altitude",
		decides: "exchange",
		shapes: ["lastLocation"],
		schema: () => object({
			speed: oneOf("km/h", "m/s", "mph", "knots"),
			distance: oneOf("km", "m", "mi"),
			altitude: oneOf("m", "ft"),
			course: oneOf("degrees", "radians")
		}),
		default: {
			speed: "km/h",
			distance: "km",
			altitude: "m",
			course: "degrees"
		},
		words: ({ speed, course, distance, altitude }) => `${speed}, ${course} from north, ${distance}, ${altitude}`
	})
];
/** Each fact at the top level, under its own name. */
function sameNames(facts) {
	return mapTable(facts, (_, name) => `/${name}`);
}
function fieldNames({ fields }) {
	const names = Object.keys(fields);
	const answered = names.filter((name) => !neverAnswered.has(name)).join(", ");
	const taken = names.filter((name) => neverAnswered.has(name));
	return taken.length === 0 ? answered : `${answered}; a ${taken.join(", ")} is taken, never shown`;
}
// contracts/specification/openings/service.ts
/** The service as a whole. */
const serviceOpenings = [
	defineOpening({
		id: "events",
		sections: ["6"],
		open: "events, webhooks and notifications of the API",
		decides: "exchange",
		shapes: [],
		...choice({ none: "none in the API; a stream on the control API" }),
		default: "none"
	}),
	defineOpening({
		id: "rate-limit",
		sections: ["8"],
		open: "rate limits of the API",
		decides: "exchange",
		shapes: ["rate-limited"],
		schema: () => orNull(object({
			requests: integer({ minimum: 1 }),
			per: ref("duration"),
			retryAfter: yesNo
		})),
		default: null,
		words: (limit) => limit === null ? "none" : `${limit.requests} requests per ${spoken(limit.per)}`
	}),
	defineOpening({
		id: "versioning",
		sections: ["9"],
		open: "version numbers, compatibility and deprecation",
		decides: "exchange",
		shapes: [],
		schema: () => describe("Headers of every reply that carry a version.", orNull(object({ headers }))),
		default: null,
		words: (versioning) => {
			return Object.entries(versioning?.headers ?? {}).map(([name, value]) => `\`${name}: ${value}\``).join(", ") || "none";
		}
	}),
	defineOpening({
		id: "consistency",
		sections: ["4.2"],
		open: "how soon a write can be read",
		decides: "exchange",
		shapes: [],
		schema: () => describe("How long after a write of a group, a user or a location reads still show what was before.", object({ readableAfter: ref("delay") })),
		default: { readableAfter: "PT0S" },
		words: ({ readableAfter }) => durationMs(readableAfter) === 0 ? "at once" : `after ${spoken(readableAfter)}`
	})
];
function spoken(duration) {
	return spokenDuration(durationMs(duration));
}
// contracts/specification/openings/time.ts
/** Days, the expiry of devices, and what an expired device may do. */
const timeOpenings = [
	defineOpening({
		id: "day.ends",
		sections: ["8"],
		open: "the time of day at which a day ends",
		decides: "state",
		shapes: [],
		schema: () => ref("timeOfDay"),
		default: "00:00",
		words: (time) => time === "00:00" ? "midnight" : time
	}),
	defineOpening({
		id: "day.time-zone",
		sections: ["8"],
		open: "the time zone in which a day ends",
		decides: "state",
		shapes: [],
		schema: () => ref("timeZone"),
		default: "account",
		words: zoneInWords
	}),
	defineOpening({
		id: "expiry.instant",
		sections: ["2", "3"],
		open: "the moment of its date at which a device expires",
		decides: "state",
		shapes: [],
		schema: () => object({
			at: ref("momentOfDate"),
			timeZone: ref("timeZone")
		}),
		default: {
			at: "start",
			timeZone: "account"
		},
		words: ({ at, timeZone }) => `${at === "start" || at === "end" ? `the ${at} of` : `${at} on`} that day in ${zoneInWords(timeZone)}`
	}),
	defineOpening({
		id: "expiry.limits",
		sections: ["2", "8"],
		open: "what it means that the limits themselves expire",
		decides: "state",
		shapes: [],
		...choice({
			"sends-nothing": "an expired device sends nothing",
			"limits-lift": "an expired device sends without limits"
		}),
		default: "sends-nothing"
	}),
	defineOpening({
		id: "expired.may",
		sections: ["3"],
		open: "what an expired device may still do",
		decides: "state",
		shapes: [
			"listDevices",
			"readDevice",
			"lastLocation",
			"postLocations",
			"postAlerts"
		],
		schema: () => partial({
			read: describe("Whether it is read by its id. If not, it is refused as an unknown id is.", yesNo),
			list: describe("Whether it is in the list of devices.", yesNo),
			postLocations: yesNo,
			postAlerts: yesNo
		}),
		default: {
			read: true,
			list: true,
			postLocations: false,
			postAlerts: false
		},
		words: (may) => {
			const deeds = {
				read: "be read",
				list: "be listed",
				postLocations: "post locations",
				postAlerts: "post alerts"
			};
			const given = namesOf(deeds).filter((deed) => may[deed]);
			return given.length === 0 ? "nothing" : given.map((deed) => deeds[deed]).join(", ");
		}
	}),
	defineOpening({
		id: "expired.leaves-by",
		sections: ["3"],
		open: "what else than an activation ends the expired state, as long as a licence is available",
		decides: "state",
		shapes: [],
		...choice({
			activation: "nothing else",
			"switching-off": "switching Expires off",
			"date-ahead": "moving the date ahead",
			either: "switching Expires off, and moving the date ahead"
		}),
		default: "activation"
	}),
	defineOpening({
		id: "activation.also",
		sections: ["3"],
		open: "what else an activation does",
		decides: "state",
		shapes: [],
		...choice({
			nothing: "nothing; a new expiry can be given with it",
			"switches-expiry-off": "it switches expiry off; a new expiry can be given with it",
			"moves-date": "it moves the expiration date a year ahead; another can be given with it",
			"needs-date": "it is refused unless a new expiration date is given with it"
		}),
		default: "nothing"
	})
];
function zoneInWords(zone) {
	return zone === "account" ? "the account's time zone" : zone;
}
// contracts/specification/openings/index.ts
/**
* The details that the document leaves open ("not shown"): a row for each opening, and everything that follows from the rows.
*
* - `row.ts`, `define.ts`   what a row is, and how it is written
* - `payloads.ts`           parts of answers: places of facts, wrappings, what is posted
* - the other files         the rows, by subject
*
* A profile's type and schema, the default profile, and what `roadtest rules` prints are derived from here. An
* opening is not complete without code that performs it (`simulator/http/performed.ts`) and without an observer
* (`contracts/suite/openings`): the compiler asks for both.
*/
/** Every opening, in the order of the document's subjects. */
const openingRows = [
	...[
		defineOpening({
			id: "token.lifetime",
			sections: ["5"],
			open: "how long a token lives",
			decides: "state",
			shapes: ["issueToken"],
			schema: () => ref("duration"),
			default: "PT1H",
			words: (lifetime) => spokenDuration(durationMs(lifetime))
		}),
		defineOpening({
			id: "token.status",
			sections: ["4.1", "7"],
			open: "the status of a token request that is granted, and of one that fails",
			decides: "exchange",
			shapes: ["issueToken", "refused-token-request"],
			schema: () => object({
				issued: ref("successStatus"),
				refused: ref("anyStatus"),
				also: optional(describe("Further fields of the reply, with a value such as theirs.", object(each(["issued", "refused"], optional(map(anything, forms.pointer)))))),
				expires: optional(describe("How `expires` is written: digits of the fraction of a second, and Z or +00:00.", object({
					fraction: integer({
						minimum: 0,
						maximum: 9
					}),
					zone: oneOf("Z", "+00:00")
				})))
			}),
			default: {
				issued: 200,
				refused: 401
			},
			words: ({ issued, refused }) => `${issued} and ${refused}`
		}),
		defineOpening({
			id: "token.malformed",
			sections: ["4.1", "7"],
			open: "the answer to a token request that is not JSON or of another content type",
			decides: "exchange",
			shapes: ["malformed-token-request"],
			schema: () => object({
				notJson: ref("anyStatus"),
				contentType: orWord(forms.anyStatus, "ignored")
			}),
			default: {
				notJson: 400,
				contentType: 415
			},
			words: ({ notJson, contentType }) => `${notJson} and ${contentType}, in the shape of a failed request`
		}),
		defineOpening({
			id: "token.live-when-disabled",
			sections: ["5"],
			open: "what a live token may do once API access is switched off",
			decides: "state",
			shapes: ["unauthenticated", "forbidden"],
			...choice({
				refused: "nothing: it is refused like an expired one",
				works: "all that it could before"
			}),
			default: "refused"
		}),
		defineOpening({
			id: "token.older",
			sections: ["5"],
			open: "whether an older token still works after a renewal",
			decides: "state",
			shapes: [],
			...choice({
				works: "it works until it ends",
				ends: "no: a new token ends all older ones"
			}),
			default: "works"
		}),
		defineOpening({
			id: "token.reissue",
			sections: ["5"],
			open: "what a token request gets while an earlier token lives",
			decides: "state",
			shapes: [],
			...choice({
				new: "a new token",
				same: "the same token again, until it ends"
			}),
			default: "new"
		}),
		defineOpening({
			id: "auth.other-ways",
			sections: ["5"],
			open: "whether a token is also taken elsewhere than in the header, or under another scheme",
			decides: "exchange",
			shapes: [],
			schema: () => describe("Where a token is taken beside `Authorization: Bearer`: in the query or a cookie named `access_token`, in the header `X-Access-Token`, or under the scheme `Token`.", object({ accepts: list(oneOf("query", "cookie", "header", "scheme"), { uniqueItems: true }) })),
			default: { accepts: [] },
			words: ({ accepts }) => accepts.join(", ") || "no"
		}),
		defineOpening({
			id: "auth.refusal",
			sections: ["5", "7"],
			open: "status, headers and body for a missing, wrong or expired token",
			decides: "exchange",
			shapes: ["unauthenticated", "forbidden"],
			schema: () => object({
				status: ref("anyStatus"),
				headers,
				body: oneOf("error", "empty")
			}),
			default: {
				status: 401,
				headers: { "WWW-Authenticate": "Bearer" },
				body: "error"
			},
			words: ({ status, headers, body }) => {
				return [
					status,
					"with",
					...Object.entries(headers).map(([name, value]) => `\`${name}: ${value}\``),
					"and",
					body === "error" ? "an error body" : "no body"
				].join(" ");
			}
		}),
		defineOpening({
			id: "auth.roles",
			sections: ["5"],
			open: "which users may call which operations",
			decides: "exchange",
			shapes: ["forbidden"],
			schema: () => describe("Operations that a token of the account may not call.", object({ mayNotCall: list(oneOf(...guardedOperations.map(({ id }) => id)), { uniqueItems: true }) })),
			default: { mayNotCall: [] },
			words: ({ mayNotCall }) => `every valid token may call all${mayNotCall.length > 0 ? ` but ${mayNotCall.join(", ")}` : ""}`
		})
	],
	...errorOpenings,
	...operationOpenings,
	...recordOpenings,
	...limitOpenings,
	...postOpenings,
	...timeOpenings,
	...lifeOpenings,
	...serviceOpenings
];
/** The simulator's choice for every opening. */
const defaultAnswers = Object.fromEntries(openingRows.map((row) => [row.id, row.default]));
/**
* All openings: what the interface document leaves open.
*
* @example
* import { openings } from 'roadtest/specification';
*
* console.log(openings.some(({ id }) => id === 'token.lifetime')); // true
*/
const openings = openingRows.map((row) => {
	const { id, sections, open, decides, shapes } = row;
	return {
		id,
		sections,
		open,
		get default() {
			return row.defaultWords;
		},
		decides,
		shapes
	};
});
const byId = tableOf(openings, (row) => row);
/**
* The opening of an id.
*
* @throws OptionError for an id that no opening has
*
* @example
* import { opening } from 'roadtest/specification';
*
* console.log(opening('token.lifetime').sections.length > 0); // true
*/
function opening(id) {
	return rowOf(byId, id, "opening");
}
export { withCheck as a, ref as c, openings as i, opening as n, withoutCheck as o, openingRows as r, forms as s, defaultAnswers as t };
