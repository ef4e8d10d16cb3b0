import { t as excerpt } from "./untrusted-BMhJLekw.js";
import { i as validatorOf, t as fixtureDevice } from "./schema-BQOpjiLy.js";
import { i as mapTable, n as entriesOf } from "./tables-3ck2--37.js";
import { A as keptOf, G as map, I as constant, J as oneOf, K as number, L as describe, Q as orWord, U as integer, W as list, X as optionals, Y as optional, Z as orNull, a as channel, at as text, ct as yesNo, i as alertFields, it as string, m as reason, n as locationFields, ot as tuple, p as outcome$1, q as object, st as typed, z as discriminated } from "./user-DKm8yCKO.js";
import { r as worldNames, t as limitSettings } from "./limits-ovah43rO.js";
import { t as deviceFields } from "./device-_SGosFd1.js";
import { o as operations } from "./operations-qsC2r_2B.js";
import { t as ControlError } from "./errors-BTncQIRX.js";
// simulator/control/schemas/shared.ts
/** Values that several bodies have. */
/** An id as the profile writes it. */
const id = typed({ type: ["string", "number"] });
const idOrNull = typed({ type: [
	"string",
	"number",
	"null"
] });
/** A time in ISO 8601, UTC. */
const time = string();
const timeOrNull = orNull(time);
const usage = object({
	email: integer(),
	sms: integer()
});
const limits = object({
	...limitSettings,
	usage
});
const channelName = describe("\"email\" or \"sms\"", oneOf("email", "sms"));
/** Whole numbers in a range, with words for it. */
function wholeNumber(minimum, maximum) {
	const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
	return describe(`a whole number ${range}`, integer({
		minimum,
		maximum
	}));
}
/** The fields of a record: ids as the profile writes them, times in ISO 8601, all else as the fleet keeps it. */
function shownOf(fields) {
	return mapTable(keptOf(fields), (value, name) => {
		const kind = fields[name]?.kind;
		const isNullable = "type" in value && [value.type].flat().includes("null");
		if (kind?.startsWith("id:")) return isNullable ? idOrNull : id;
		if (kind === "time") return isNullable ? timeOrNull : time;
		return value;
	});
}
// simulator/control/schemas/clock.ts
/** The clock, and what it brings. */
const speed = orWord(describe("a number", number()), "max");
const clockView = object({
	now: time,
	/** Simulated seconds in a real one; `max` is as fast as possible. */
	speed,
	frozen: yesNo,
	until: timeOrNull,
	/** Whether an advance is under way. */
	advancing: yesNo
});
const clockChange = object({
	now: optional(time),
	speed: optional(speed),
	frozen: optional(yesNo),
	until: optional(timeOrNull)
});
const advance = object({
	/** ISO 8601 duration. Either this or `to`. */
	by: optional(string()),
	to: optional(time),
	maxEvents: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER))
});
/** The events of an advance. The counts cover all of them, `happened` the first thousand. */
const receipt = object({
	from: time,
	to: time,
	reached: time,
	settled: yesNo,
	/** Why it stopped early. */
	stopped: optional(text),
	/** How many entries of the timeline were due. */
	events: integer(),
	happened: list(typed({ type: "object" })),
	complete: yesNo,
	counts: map(integer()),
	digest: text
});
const interruption = object({
	interrupted: yesNo,
	...clockView.properties
});
const deadline = object({
	at: time,
	kind: oneOf("token-expiry", "device-expiry", "day-end"),
	deviceId: optional(id),
	tokenId: optional(text)
});
const deadlines = object({
	now: time,
	deadlines: list(deadline)
});
// simulator/control/schemas/fleet.ts
/** The account, devices, messages and alerts. */
/** The most messages or devices that one call makes. */
const MOST = 1e5;
const account = object({
	userName: string(),
	apiEnabled: yesNo,
	timeZone: string(),
	/** When daily counters start again: time of day and time zone. */
	dayEnds: string(),
	licences: object({
		total: integer(),
		used: integer(),
		available: integer()
	})
});
const accountChange = object({
	apiEnabled: optional(yesNo),
	apiKey: optional(text),
	licences: optional(object({ total: optional(typed({ type: "number" })) }))
});
const device = object({
	...shownOf(deviceFields),
	/** The fleet's own number, from 1: the stream of positions uses it. */
	number: integer(),
	limits
});
/** `sequence`, here and below: the newest event that is included already. */
const deviceNow = object({
	...device.properties,
	sequence: integer()
});
const removedDevice = object({
	id,
	status: oneOf("deleted")
});
const devicePage = object({
	total: integer(),
	sequence: integer(),
	devices: list(device)
});
/** A device as fixtures have it; several that are alike have no id. */
const newDevices = object({
	count: optional(wholeNumber(1, MOST)),
	...fixtureDevice.properties
});
const createdDevices = object({ devices: list(device) });
/** `usage` is read-only: the fleet itself refuses it. */
const limitsChange = object({
	...optionals(limitSettings),
	usage: optional(typed({ type: "object" }))
});
const activation = object({ expirationDate: optional(string()) });
const sending = object({
	channel: channelName,
	count: optional(wholeNumber(1, MOST))
});
const sendingResult = object({
	sent: integer(),
	withheld: integer(),
	reason
});
const location = object(shownOf(locationFields));
const track = object({ locations: list(location) });
const message = object({
	id: integer(),
	at: time,
	deviceId: id,
	channel,
	recipient: string(),
	subject: string(),
	alertId: idOrNull,
	outcome: outcome$1,
	reason
});
const outbox = object({
	sent: integer(),
	withheld: integer(),
	messages: list(message)
});
const alert = object({
	...shownOf(alertFields),
	notifications: list(object({
		channel,
		userId: id,
		outcome: outcome$1,
		reason
	}))
});
const alerts = object({ alerts: list(alert) });
const named = object({
	id,
	name: string()
});
const names = object({
	groups: list(named),
	users: list(named)
});
// simulator/control/schemas/service.ts
/** The service as a whole: its calls, faults, profile, specification and state. */
const headers = map(string());
/** One call of the public API, its secrets redacted. */
const journalEntry = object({
	sequence: integer(),
	/** Real time. */
	receivedAt: time,
	simulatedAt: time,
	milliseconds: number(),
	operation: typed({ enum: [...operations.map(({ id }) => id), null] }),
	request: object({
		method: string(),
		target: string(),
		headers,
		body: string()
	}),
	/** Status `null`: the connection was cut. */
	reply: object({
		status: orNull(integer()),
		headers,
		body: string()
	}),
	/** A note, such as on a location that is ahead of the clock. */
	note: optional(string())
});
const journal = object({ requests: list(journalEntry) });
const faults = object({ rules: list(typed({ type: "object" })) });
/** The rules are checked where they are applied, which has an error code of its own. */
const faultsChange = object({ rules: optional(typed({})) });
/** The world as a fixture: see `roadtest/fixture`. */
const fixture = typed({ type: "object" });
/** A profile without what is private to its owner. */
const profile = typed({ type: "object" });
const specification = typed({ type: "object" });
const nothing = object({});
/** The service is up. */
const health = object({ status: oneOf("ok") });
/** The server ends when what is under way is answered. */
const stopping = object({ status: oneOf("stopping") });
const snapshot = typed({ type: "object" });
/** A mistake in the text of a story. */
const storyProblem = object({
	line: integer(),
	column: integer(),
	code: string(),
	message: string(),
	hint: optional(string())
});
object({
	title: optional(string()),
	status: integer(),
	code: string(),
	detail: string(),
	/** The field or query parameter that is wrong. */
	field: optional(string()),
	/** Advice to the caller. */
	hint: optional(string()),
	/** All that is wrong in a story. */
	problems: optional(list(storyProblem))
});
object({
	world: string(),
	story: orNull(string()),
	seed: integer()
});
// simulator/control/schemas/stories.ts
/** Stories, what a person injects into them, and the verification of the service. */
const injections = [
	"sos",
	"power-cut",
	"dropout",
	"theft",
	"speeding"
];
const storySummary = object({
	name: string(),
	title: string(),
	summary: string(),
	devices: integer(),
	/** ISO 8601. */
	duration: string(),
	chapters: integer()
});
const storyList = object({ stories: list(storySummary) });
const latLon = typed(tuple([number(), number()]));
const storyEntry = object({
	/** Its place in the timeline of the story, which events of the story refer to. */
	entry: integer(),
	at: time,
	label: string(),
	kind: oneOf("chapter", "caption", "action", "expectation", "trigger"),
	line: integer()
});
const storyExpectation = object({
	entry: integer(),
	label: string(),
	line: integer(),
	/** `null`: not yet judged. */
	met: orNull(yesNo),
	wanted: optional(string()),
	actual: optional(string())
});
/** GeoJSON (RFC 7946). */
const drawing = object({
	type: constant("FeatureCollection"),
	features: list(object({
		type: constant("Feature"),
		properties: typed({ type: "object" }),
		geometry: typed({
			type: "object",
			required: ["type", "coordinates"]
		})
	}))
});
/** The view that an entry asks for, once its chapter or caption is reached. */
const storyShow = object({
	entry: integer(),
	panel: typed({ enum: [...[
		"fleet",
		"stories",
		"account",
		"events",
		"vehicle",
		"deadlines",
		"developers"
	], null] }),
	/** The number of a device, or the one that set the entry off. */
	device: typed({ type: [
		"integer",
		"string",
		"null"
	] }),
	/** A place by its position among the sites; or the whole fleet, with no device chosen. */
	area: typed({ type: [
		"integer",
		"string",
		"null"
	] }),
	zoom: orNull(number())
});
const storyView = object({
	name: string(),
	title: string(),
	summary: string(),
	seed: integer(),
	start: time,
	end: time,
	timeZone: string(),
	devices: integer(),
	chapters: list(object({
		at: time,
		title: string()
	})),
	/** Those whose time is known beforehand. */
	entries: list(storyEntry),
	sites: list(object({
		name: string(),
		at: latLon,
		area: optional(typed({ type: "object" }))
	})),
	routes: drawing,
	expectations: list(storyExpectation),
	shows: list(storyShow)
});
/** Recorded drives, fix by fix: seconds since the start, degrees, km/h where it is known. */
const recorded = object({
	start: time,
	end: time,
	drives: list(object({
		device: id,
		seconds: list(number()),
		latitude: list(number()),
		longitude: list(number()),
		speed: list(orNull(number()))
	}))
});
const currentStory = object({
	/** `null` while no story is played. */
	story: typed({ anyOf: [storyView, { type: "null" }] }),
	/** The bundled town; `null` where nothing of what is shown is in it. */
	roads: typed({ anyOf: [drawing, { type: "null" }] }),
	/** The recorded drives that devices of the plain fleet follow; `null` for none. */
	recorded: orNull(recorded)
});
/** From the library by its name (`null`: the plain fleet), or the text of a file. */
const storyChoice = object({
	name: optional(orNull(string())),
	file: optional(string()),
	text: optional(string()),
	seed: optional(wholeNumber(0, 2 ** 32 - 1))
});
const seek = {
	...object({ to: time }),
	examples: [{ to: "2026-01-06T00:00:00Z" }]
};
/** Seconds within the areas of a story's places. */
const within = list(object({
	name: string(),
	seconds: integer()
}));
const travels = object({
	/** The time of the oldest location that is kept; `null` without any. */
	since: timeOrNull,
	/** Metres. */
	trips: list(object({
		start: time,
		end: time,
		distance: integer(),
		areas: within
	})),
	stops: list(object({
		start: time,
		end: time,
		latitude: number(),
		longitude: number(),
		areas: within
	}))
});
const dayTotals = object({
	/** YYYY-MM-DD, of the account's time zone. */
	day: string(),
	/** The time of the oldest location of that day that is kept. */
	since: timeOrNull,
	/** How many devices are counted, of how many. */
	devices: integer(),
	of: integer(),
	trips: integer(),
	stops: integer(),
	/** Metres. */
	distance: integer(),
	/** Seconds. */
	driving: integer(),
	standing: integer()
});
const injection = {
	...object({
		device: id,
		kind: oneOf(...injections)
	}),
	examples: [{
		device: "dev-1",
		kind: "sos"
	}]
};
const injected = object({ did: string() });
/** The parts of a report that the live page shows; a report has more. */
const outcome = typed({
	type: "object",
	required: [
		"id",
		"rule",
		"section",
		"verdict",
		"reason",
		"milliseconds"
	]
});
const observation = typed({
	type: "object",
	required: [
		"opening",
		"observed",
		"drift"
	]
});
const report = typed({
	type: "object",
	required: [
		"outcomes",
		"observations",
		"exitCode"
	],
	properties: {
		outcomes: list(outcome),
		observations: list(observation)
	}
});
const verification = discriminated("state", {
	none: object({}),
	running: object({ progress: object({
		done: integer(),
		total: integer()
	}) }),
	done: object({ report }),
	/** The verification itself failed. */
	failed: object({ error: string() })
});
/** How often each step was drawn in a state after another step: `step before > state > step`. */
const coverage = typed({
	type: "object",
	additionalProperties: { type: "number" }
});
const gone = {
	histories: integer(),
	requests: integer(),
	coverage
};
const exploration = discriminated("state", {
	none: object({}),
	running: object(gone),
	/** The failures are histories in words, step by step, the certain ones first. */
	done: object({
		...gone,
		failures: list(object({
			verdict: oneOf("fail", "suspect"),
			rules: list(string()),
			expected: string(),
			steps: list(object({
				step: string(),
				came: orNull(string())
			}))
		}))
	}),
	/** The exploration itself failed. */
	failed: object({ error: string() })
});
// simulator/control/schemas/worlds.ts
/** Worlds beside the one at the plain address. */
const name = describe(`a name ${worldNames.description}`, string({ pattern: worldNames.pattern }));
/** Where a new world begins: with a fixture, at a snapshot, a story, the present of another world, or as a new fleet. */
const newWorld = {
	...object({
		/** Default: one that no world had. */
		name: optional(name),
		seed: optional(wholeNumber(0, 2 ** 32 - 1)),
		devices: optional(wholeNumber(0, 1e5)),
		/** ISO 8601, or `now`. */
		at: optional(text),
		timeZone: optional(text),
		/** Default: frozen, but where `speed` is given; a fork and a snapshot go on as they did. */
		frozen: optional(yesNo),
		speed: optional(speed),
		/** Its form is checked where the world is made, which says all that is wrong with it. */
		fixture: optional(typed({ type: "object" })),
		snapshot: optional(typed({ type: "object" })),
		story: optional(object({
			name: optional(text),
			file: optional(text),
			text: optional(text)
		})),
		/** The name of a world; `null` for the one at the plain address. */
		fork: optional(orNull(name))
	}),
	examples: [{
		name: "checkout",
		seed: 7,
		devices: 3
	}]
};
const addresses = {
	name: string(),
	/** The base address of the public API, with the prefix of the profile. */
	baseUrl: string(),
	controlUrl: string(),
	pageUrl: string()
};
const createdWorld = object({
	...addresses,
	userName: string(),
	apiKey: string()
});
const world = object({
	...addresses,
	now: time,
	devices: integer(),
	/** Real time. */
	createdAt: time,
	lastUsedAt: time
});
const worldList = object({
	worlds: list(world),
	/** How many there can be. */
	most: integer()
});
const deletedWorld = object({
	name: string(),
	status: oneOf("deleted")
});
// simulator/control/schemas/index.ts
const definition = {
	"GET /clock": { reply: clockView },
	"PUT /clock": {
		body: clockChange,
		reply: clockView
	},
	"POST /clock/advance": {
		body: advance,
		reply: receipt
	},
	"DELETE /clock/advance": { reply: interruption },
	"GET /deadlines": { reply: deadlines },
	"GET /account": { reply: account },
	"PUT /account": {
		body: accountChange,
		reply: account
	},
	"GET /devices": { reply: devicePage },
	"POST /devices": {
		body: newDevices,
		reply: createdDevices
	},
	"GET /devices/{id}": { reply: deviceNow },
	"DELETE /devices/{id}": { reply: removedDevice },
	"GET /devices/{id}/track": { reply: track },
	"GET /devices/{id}/limits": { reply: limits },
	"PUT /devices/{id}/limits": {
		body: limitsChange,
		reply: limits
	},
	"POST /devices/{id}/activate": {
		body: activation,
		reply: deviceNow
	},
	"POST /devices/{id}/send": {
		body: sending,
		reply: sendingResult
	},
	"GET /outbox": { reply: outbox },
	"GET /alerts": { reply: alerts },
	"GET /names": { reply: names },
	"GET /health": { reply: health },
	"GET /requests": { reply: journal },
	"GET /faults": { reply: faults },
	"PUT /faults": {
		body: faultsChange,
		reply: faults
	},
	"GET /profile": { reply: profile },
	"GET /specification": { reply: specification },
	"POST /reset": {
		body: nothing,
		reply: clockView
	},
	"GET /fixture": { reply: fixture },
	"GET /snapshot": { reply: snapshot },
	"PUT /snapshot": {
		body: snapshot,
		reply: clockView
	},
	"POST /shutdown": {
		body: nothing,
		reply: stopping
	},
	"GET /stories": { reply: storyList },
	"GET /story": { reply: currentStory },
	"PUT /story": {
		body: storyChoice,
		reply: currentStory
	},
	"POST /story/seek": {
		body: seek,
		reply: clockView
	},
	"GET /devices/{id}/trips": { reply: travels },
	"GET /trips": { reply: dayTotals },
	"POST /inject": {
		body: injection,
		reply: injected
	},
	"GET /verification": { reply: verification },
	"POST /verification": {
		body: nothing,
		reply: verification
	},
	"GET /exploration": { reply: exploration },
	"POST /exploration": {
		body: nothing,
		reply: exploration
	},
	"GET /worlds": { reply: worldList },
	"POST /worlds": {
		body: newWorld,
		reply: createdWorld
	},
	"GET /worlds/{id}": { reply: world },
	"DELETE /worlds/{id}": { reply: deletedWorld }
};
// simulator/control/body-validators.ts
/** The validators of bodies by their routes, which the build compiles. */
/** `verbose`: an error names the schema that was not met. */
const options = {
	verbose: true,
	keywords: ["x-code"]
};
const bodyValidators = Object.fromEntries(entriesOf(definition).flatMap(([key, route]) => "body" in route ? [[key, validatorOf(route.body, options)]] : []));
// simulator/control/body.ts
/**
* The body of a request, once it has the form that the definition gives it.
*
* @throws ControlError BODY_INVALID, with the field that is wrong
*/
function readBody(key, given) {
	const route = definition[key];
	const [error] = bodyValidators[key]?.(given) ?? [];
	if (error && "body" in route) throw refusal(error, route.body);
	return given;
}
function refusal({ keyword, instancePath, params, data, ...error }, body) {
	const parts = instancePath.split("/").slice(1);
	const { description, properties } = {
		description: void 0,
		properties: void 0,
		...error.parentSchema
	};
	switch (keyword) {
		case "additionalProperties": {
			const name = [...parts, params.additionalProperty].join(".");
			return invalid(name, `${excerpt(name)} is not part of this request.`, possible(properties));
		}
		case "required": {
			const name = [...parts, params.missingProperty].join(".");
			return invalid(name, `${name} is missing.`, example(body));
		}
		default: {
			const name = parts.join(".");
			return invalid(name, `${name} must be ${description ?? wantedBy(keyword, params, data) ?? "of another form"}.`, example(body));
		}
	}
}
function invalid(field, message, hint) {
	return new ControlError("BODY_INVALID", message, {
		field,
		...hint && { hint }
	});
}
/** The expected value, to be read after "must be". */
function wantedBy(keyword, params, given) {
	if (keyword === "type") return `${[params.type].flat().join(" or ")}, not ${typeName(given)}`;
	if (keyword === "enum") return `one of ${params.allowedValues.join(", ")}`;
	return keyword === "minLength" ? "a string that is not empty" : void 0;
}
function typeName(value) {
	if (value === null) return "null";
	return Array.isArray(value) ? "array" : typeof value;
}
function possible(fields) {
	const names = Object.keys(fields ?? {});
	return names.length === 0 ? void 0 : `Possible: ${names.join(", ")}.`;
}
function example(schema) {
	const [first] = schema.examples ?? [];
	return first === void 0 ? void 0 : `Send ${JSON.stringify(first)}.`;
}
export { readBody };
