import { r as __toESM } from "./rolldown-runtime-DegdyBIC.js";
import { $ as jsonText, A as guard, C as parseDuration, D as ClockError, G as eventFrame, J as presentDevice, K as presentAlert, L as percentDecoded, M as isProbe, N as headerOf, O as CONTROL_PREFIX, Q as presentMessage, R as wholeNumber, U as require_secure_json_parse, X as presentFacts, Y as presentEvent, Z as presentLocation, d as deviceFacts, et as FleetError, h as outerId, i as drive, m as idWords, n as httpDate, p as Moments, q as presentClock, t as spokenProfile, u as grown, w as parseInstant } from "./spoken-profile-C9dNyKsA.js";
import { n as quoted, p as refuseDeepJson, t as excerpt } from "./untrusted-BMhJLekw.js";
import { i as suggestion, r as nearest } from "./suggest-IXRTqm3m.js";
import { t as ControlError } from "./errors-BTncQIRX.js";
import { o as splitPointer, t as FixtureError } from "./problems-CwuOJkaj.js";
import { n as isoUtc } from "./times-DIdLtNMO.js";
import { O as toBase64 } from "./user-DKm8yCKO.js";
// simulator/control/routes/route.ts
var import_secure_json_parse = /* @__PURE__ */ __toESM(require_secure_json_parse(), 1);
/** The type of a route of the control API, and how routes read paths and queries. */
/** A route of the definition, with the query parameters that it has: its body is checked before it runs. */
function route(key, run, query = []) {
	return {
		...addressOf(key),
		query,
		run: (world, request) => withBody(key, request, (checked) => run(world, checked))
	};
}
let bodies;
/** The definition and its validator are loaded with the first call: a start does without. */
function withBody(key, request, run) {
	const checked = ({ readBody }) => run({
		...request,
		body: readBody(key, request.body)
	});
	if (bodies) return checked(bodies);
	return import("./body-B8UjftB1.js").then((loaded) => {
		bodies = loaded;
		return checked(loaded);
	});
}
function addressOf(key) {
	const [method = "", path = ""] = key.split(" ");
	return {
		method,
		path
	};
}
/** Refuses a query parameter that the route does not have: it would be left unheeded, and the answer be another one. */
function checkQuery({ query: known = [] }, query) {
	for (const name of new Set(query.keys())) {
		const isKnown = known.includes(name);
		if (isKnown && query.getAll(name).length === 1) continue;
		const message = isKnown ? `The query parameter ${name} is given more than once.` : `There is no query parameter ${quoted(name)} here.`;
		const possible = known.length === 0 ? "It takes none." : `Possible: ${known.join(", ")}.`;
		throw new ControlError("QUERY_INVALID", message, {
			field: excerpt(name),
			hint: (isKnown ? void 0 : suggestion(name, known)) ?? possible
		});
	}
}
/** A whole number from the query, 0 or above; at the most `most`, however large it is. */
function queryNumber(request, name, otherwise, most) {
	const text = request.query.get(name);
	if (text === null) return otherwise;
	const value = wholeNumber(text);
	if (value !== void 0) return Math.min(value, most);
	throw new ControlError("BODY_INVALID", `The query parameter ${name} must be a whole number.`, { field: name });
}
/** The device that the path names. */
function deviceOf(world, request) {
	const id = world.lens.readPathId("device", request.id);
	if (id !== void 0 && world.fleet.devices.has(id)) return id;
	throw new ControlError("UNKNOWN_DEVICE", `There is no device ${excerpt(request.id)}.`, { hint: "GET /_control/devices lists them." });
}
/** Whether the API key is to be part of the answer. A mistyped word is refused: it would be found out when it is needed. */
function keyWanted({ query }) {
	const given = query.get("apiKey");
	if (given === null || given === "omit") return "omit";
	if (given === "include") return "include";
	throw new ControlError("BODY_INVALID", `apiKey can be include or omit, not ${quoted(given)}.`, { field: "apiKey" });
}
// simulator/control/problems.ts
/** Refusals of the control API as problem details. */
const FLEET_STATUS = {
	UNKNOWN_DEVICE: 404,
	UNKNOWN_GROUP: 404,
	NO_LICENCE_AVAILABLE: 409,
	DEVICE_NOT_EXPIRED: 409,
	DEVICE_EXPIRED: 409
};
/** The reply to a call that is refused, as problem details. */
function problemReply(thrown, now, title = "The control API refused") {
	const error = thrown instanceof FixtureError ? fixtureRefused(thrown) : thrown;
	const known = error instanceof ControlError || error instanceof FleetError || error instanceof ClockError;
	const problem = known ? {
		code: error.code,
		detail: error.message,
		field: error.field && excerpt(error.field),
		hint: error.hint
	} : {
		code: "INTERNAL",
		detail: "The simulator failed. This is a defect of Roadtest."
	};
	const status = error instanceof ControlError ? error.status : statusOf(problem.code, known);
	return {
		status,
		headers: {
			"content-type": "application/problem+json",
			date: httpDate(now),
			...error instanceof ControlError && error.headers
		},
		body: jsonText({
			...error instanceof ControlError && error.more,
			title,
			status,
			...problem
		})
	};
}
/** The first issue, and all of them beside it. */
function fixtureRefused({ issues }) {
	const { pointer = "", message = "it cannot be read", hint } = issues[0] ?? {};
	return new ControlError("FIXTURE_INVALID", `The fixture is not valid: ${excerpt(pointer)} ${message}.`, {
		field: pointer,
		...hint !== void 0 && { hint },
		more: { issues }
	});
}
function statusOf(code, known) {
	if (!known) return 500;
	return code === "ADVANCE_RUNNING" ? 409 : FLEET_STATUS[code] ?? 422;
}
// simulator/control/routes/account.ts
const accountRoutes = [route("GET /account", (world) => ({ body: presentAccount(world) })), route("PUT /account", (world, { body }) => {
	const { apiEnabled, apiKey, licences } = body;
	const { account } = world.fleet;
	if (licences?.total !== void 0) account.setLicenceTotal(licences.total);
	if (apiEnabled !== void 0) account.setApiEnabled(apiEnabled);
	if (apiKey !== void 0) account.setApiKey(apiKey);
	return { body: presentAccount(world) };
})];
/** The account without its key: the key is a secret, and who set it knows it. */
function presentAccount(world) {
	const { account, dayEnds } = world.fleet;
	const { apiKey: _secret, ...shown } = account.view();
	return {
		...shown,
		dayEnds: `${dayEnds["day.ends"]} ${dayEnds["day.time-zone"]}`
	};
}
// simulator/control/routes/clock.ts
/** Reading, setting and advancing the clock. */
/** The most events that a receipt lists. Its counts cover all, recorded locations too. */
const RECEIPT_ENTRIES = 1e3;
const clockRoutes = [
	route("GET /clock", (world) => ({ body: presentClock(world.clock.view()) })),
	route("PUT /clock", async (world, { body }) => {
		const { now, speed, frozen, until } = body;
		const view = await world.clock.set({
			...now !== void 0 && { now: parseInstant(now) },
			...speed !== void 0 && { speed },
			...frozen !== void 0 && { frozen },
			...until !== void 0 && { until: until === null ? null : parseInstant(until) }
		});
		return { body: presentClock(view) };
	}),
	route("POST /clock/advance", async (world, { body }) => {
		const { by, to, maxEvents } = body;
		const goal = goalOf(world.clock.now(), by, to);
		const { log } = world.fleet;
		const [before, countsBefore] = [log.head, { ...log.counts }];
		const advance = await world.clock.advance(goal, maxEvents === void 0 ? {} : { maxEvents });
		const happened = log.since(before, RECEIPT_ENTRIES);
		return { body: {
			from: isoUtc(advance.from),
			to: isoUtc(advance.to),
			reached: isoUtc(advance.reached),
			settled: advance.settled,
			...advance.stopped && { stopped: advance.stopped },
			events: advance.events,
			happened: happened.map((event) => presentEvent(event, world.lens)),
			complete: log.head - before === happened.length,
			counts: countsSince(countsBefore, log.counts),
			digest: log.digest()
		} };
	}),
	route("DELETE /clock/advance", (world) => ({ body: {
		interrupted: world.clock.interrupt(),
		...presentClock(world.clock.view())
	} })),
	route("GET /deadlines", (world, request) => ({ body: deadlines(world, queryNumber(request, "limit", 50, 1e4)) }), ["limit"])
];
/** How many events of each kind there were, for the kinds that there were any of. */
function countsSince(before, now) {
	const since = Object.entries(now).map(([kind, count]) => [kind, count - (before[kind] ?? 0)]);
	return Object.fromEntries(since.filter(([, count]) => count > 0));
}
/** Where an advance ends. */
function goalOf(now, by, to) {
	if (by !== void 0 && to === void 0) return now + parseDuration(by);
	if (to !== void 0 && by === void 0) return parseInstant(to);
	throw new ControlError("BODY_INVALID", "An advance needs either by or to.", { hint: "Send {\"by\":\"PT90M\"} or {\"to\":\"2026-01-06T00:00:00Z\"}." });
}
/** Kinds of events that are a deadline; a device's planned reports are not. */
const DEADLINE_KINDS = [
	"token-expiry",
	"device-expiry",
	"day-end"
];
/** The next `limit` deadlines, soonest first. */
function deadlines(world, limit) {
	const upcoming = world.timeline.upcoming(limit, DEADLINE_KINDS);
	return {
		now: isoUtc(world.clock.now()),
		deadlines: upcoming.flatMap(({ at, kind, payload }) => {
			const known = DEADLINE_KINDS.find((each) => each === kind);
			return known ? [presentFacts({
				at,
				kind: known,
				...payload
			}, world.lens)] : [];
		})
	};
}
// simulator/control/routes/new-devices.ts
/** Devices that are added to a world, in the form that fixtures have. */
/**
* Adds so many devices that are alike, after everything is checked. What they have already, such as their locations, is
* of the past: the one event of each is that it was created.
*
* @throws ControlError BODY_INVALID, ID_TAKEN; FleetError UNKNOWN_REFERENCE, LIMIT_OUT_OF_RANGE, EXPIRY_NEEDS_DATE,
*   EXPIRY_DATE_INVALID, NO_LICENCE_AVAILABLE
*/
function addDevices(world, device, count) {
	const { fleet, timeline } = world;
	const before = fleet.devices.count;
	const next = fleet.devices.last + 1;
	const issues = [];
	const facts = deviceFacts(device, "", new Moments(timeline.now, issues));
	const [issue] = issues;
	if (issue) {
		const field = splitPointer(issue.pointer).join(".");
		throw new ControlError("BODY_INVALID", `${field}: ${issue.message}.`, {
			field,
			...issue.hint !== void 0 && { hint: issue.hint }
		});
	}
	const { description, settings, locations } = facts;
	const groupId = device.group === void 0 ? null : groupIn(world, device.group);
	const id = device.id === void 0 ? void 0 : freeId(world, device.id, count);
	fleet.checkSettings(next, settings);
	if (settings.licence === "used" && fleet.account.licencesAvailable < count) throw new FleetError("NO_LICENCE_AVAILABLE", "All licences are in use.", {
		field: "licence",
		hint: "Raise the number of licences, or leave licence out."
	});
	if (id !== void 0) world.chooseId("device", next, id);
	const added = Array.from({ length: count }, () => {
		const created = fleet.devices.create({
			...description,
			groupId
		});
		for (const { report, receivedAt } of locations) fleet.locations.keep(created.id, report, receivedAt);
		return created.id;
	});
	fleet.settle(added.map((number) => [number, settings]));
	return fleet.devices.list({ offset: before });
}
function freeId({ ids, fleet, idChoice }, given, count) {
	if (count > 1) throw new ControlError("BODY_INVALID", "Several devices cannot have one id.", {
		field: "count",
		hint: "Leave out id or count."
	});
	const id = outerId("device", given, idChoice);
	if (id === void 0) throw new ControlError("BODY_INVALID", `id must be ${idWords("device", idChoice)}.`, { field: "id" });
	const taken = ids.numberOf("device", id);
	if (taken === void 0 || taken > fleet.devices.last) return id;
	throw new ControlError("ID_TAKEN", `There is a device ${quoted(String(given))} already.`, {
		field: "id",
		hint: "Choose another id, or leave it out."
	});
}
/** The group that is named by its id, or by its name. */
function groupIn({ fleet, lens }, given) {
	const byId = lens.readId("group", given);
	if (byId !== void 0 && fleet.groups.peek(byId)) return byId;
	const [found, ...others] = fleet.groups.list().filter(({ name }) => name === String(given));
	if (found && others.length === 0) return found.id;
	const said = quoted(String(given));
	const message = found ? `Several groups are called ${said}.` : `There is no group ${said}.`;
	throw new FleetError("UNKNOWN_REFERENCE", message, {
		field: "group",
		hint: "GET /_control/names lists the groups with their ids."
	});
}
// simulator/control/routes/devices.ts
/** Devices as the service's own user interface knows them (section 2): limits, expiry, activation. */
const deviceRoutes = [
	route("GET /devices", (world, request) => {
		const offset = queryNumber(request, "offset", 0, Number.MAX_SAFE_INTEGER);
		const limit = queryNumber(request, "limit", 1e3, 1e5);
		const devices = world.fleet.devices.list({
			offset,
			limit
		});
		return { body: {
			total: world.fleet.devices.count,
			sequence: world.fleet.log.head,
			devices: devices.map((device) => withLimits(world, device))
		} };
	}, ["offset", "limit"]),
	route("POST /devices", (world, { body }) => {
		const { count = 1, ...device } = body;
		return {
			status: 201,
			body: { devices: addDevices(world, device, count).map((one) => withLimits(world, one)) }
		};
	}),
	route("GET /devices/{id}", (world, request) => ({ body: deviceView(world, deviceOf(world, request)) })),
	route("DELETE /devices/{id}", (world, request) => {
		const id = deviceOf(world, request);
		if (id <= (world.companion?.drives?.count ?? 0)) throw new ControlError("DEVICE_DRIVES", `The device ${excerpt(request.id)} drives by itself.`, { hint: "A device that was added can be removed; so can any where nothing drives by itself, as with --still." });
		world.fleet.remove(id);
		return { body: {
			id: world.lens.writeId("device", id),
			status: "deleted"
		} };
	}),
	route("GET /devices/{id}/track", (world, request) => {
		const limit = queryNumber(request, "limit", 1e3, 1e6);
		const kept = world.fleet.locations.between(deviceOf(world, request), -Infinity, Infinity);
		return { body: { locations: (limit === 0 ? [] : kept.slice(-limit)).map((location) => presentLocation(location, world.lens)) } };
	}, ["limit"]),
	route("GET /devices/{id}/limits", (world, request) => ({ body: world.fleet.limits.get(deviceOf(world, request)) })),
	route("PUT /devices/{id}/limits", (world, request) => {
		const id = deviceOf(world, request);
		return { body: world.fleet.limits.set(id, request.body) };
	}),
	route("POST /devices/{id}/activate", (world, request) => {
		const id = deviceOf(world, request);
		const { expirationDate } = request.body;
		world.fleet.licences.activate(id, expirationDate === void 0 ? {} : { expirationDate });
		return { body: deviceView(world, id) };
	}),
	route("POST /devices/{id}/send", (world, request) => {
		const id = deviceOf(world, request);
		const { channel, count = 1 } = request.body;
		return { body: world.fleet.limits.send(id, channel, count) };
	})
];
function deviceView(world, id) {
	const device = world.fleet.devices.get(id);
	if (!device) throw new ControlError("UNKNOWN_DEVICE", "There is no such device.");
	return {
		...withLimits(world, device),
		sequence: world.fleet.log.head
	};
}
function withLimits(world, device) {
	return {
		...presentDevice(device, world.lens),
		limits: world.fleet.limits.of(device.id)
	};
}
// simulator/control/routes/fixture.ts
/** The world as a fixture. */
/** Locations of each device, unless others are asked for. */
const USUAL_LOCATIONS = 100;
const YAML = "application/yaml";
const fixtureRoutes = [{
	method: "GET",
	path: "/fixture",
	query: [
		"form",
		"locations",
		"apiKey"
	],
	run: readFixture
}];
/** The writer and YAML are loaded at the first call. */
async function readFixture(world, request) {
	const form = formWanted(request);
	const { tooManyDevices, whyUnreadable } = await import("./readable-D_b-Z_Xo.js");
	const { writeFixture } = await import("./write-Bh9LwRSU.js");
	refuse(tooManyDevices(world.fleet));
	const fixture = writeFixture(world, {
		locations: queryNumber(request, "locations", USUAL_LOCATIONS, 1e6),
		apiKey: keyWanted(request)
	});
	if (form === "json") {
		refuse(whyUnreadable(fixture, JSON.stringify(fixture)));
		return { body: fixture };
	}
	const { fixtureYaml } = await import("./yaml-CU7ziVCL.js");
	const text = fixtureYaml(fixture);
	refuse(whyUnreadable(fixture, text));
	return {
		text,
		type: YAML
	};
}
function refuse(why) {
	if (why === void 0) return;
	throw new ControlError("FIXTURE_NOT_WRITABLE", `This world is more than a fixture can hold: ${why}.`, { hint: "Ask for fewer locations, ?locations=0 for none, or take GET /_control/snapshot, which holds all of it." });
}
function formWanted({ query, accept = "" }) {
	const form = query.get("form");
	if (form === null) return /\byaml\b/i.test(accept) ? "yaml" : "json";
	if (form === "json" || form === "yaml") return form;
	throw new ControlError("BODY_INVALID", `form can be json or yaml, not ${quoted(form)}.`, { field: "form" });
}
// simulator/control/positions/record.ts
const bits = {
	ignitionOn: 1,
	ignitionKnown: 2,
	expired: 4,
	offline: 8,
	courseUnknown: 16,
	silent: 32
};
const UNKNOWN_SPEED = 65535;
/** The bits that change although the device does not report. */
function standingBits(devices, number, isSilent) {
	return (devices.isExpired(number) ? bits.expired : 0) | (devices.isOffline(number) ? bits.offline : 0) | (isSilent ? bits.silent : 0);
}
/** Writes a device's position, which `words` hold from `offset` on, into the bytes from `place` on. */
function writeRecord(bytes, place, number, words, offset, standing) {
	const speed = drive.speed(words, offset);
	const course = drive.course(words, offset);
	const ignition = drive.ignition(words, offset);
	const ignitionBits = ignition === void 0 ? 0 : bits.ignitionKnown | (ignition ? bits.ignitionOn : 0);
	const courseKnown = course !== drive.absent;
	bytes.setUint32(place, number, true);
	bytes.setInt32(place + 4, words[offset] ?? 0, true);
	bytes.setInt32(place + 8, words[offset + 1] ?? 0, true);
	bytes.setUint16(place + 12, speed === drive.absent ? UNKNOWN_SPEED : Math.round(speed / 10), true);
	bytes.setUint8(place + 14, courseKnown ? Math.round(course * 256 / 36e3) & 255 : 0);
	bytes.setUint8(place + 15, standing | ignitionBits | (courseKnown ? 0 : bits.courseUnknown));
}
// simulator/control/positions/pending.ts
/**
* The devices that a listener has not got yet. They come in turn, by number and round again: after each frame
* the next turn is that of the device whose last one is longest ago, so no device waits longer than a round.
*/
var Pending = class {
	#fleet;
	#drives;
	/** The devices that are meant, by number; `undefined`: all. */
	#picked;
	/** By device: which of its reports was sent last; 0 for none. */
	#sent = /* @__PURE__ */ new Uint32Array(0);
	/** By device: the state bits that were sent with it. */
	#bits = /* @__PURE__ */ new Uint8Array(0);
	/** The device whose turn is next. */
	#turn = 0;
	constructor(fleet, drives, picked) {
		this.#fleet = fleet;
		this.#drives = drives;
		this.#picked = picked;
	}
	/**
	* Writes the positions of those whose turn it is and who have something new, as many as there is room
	* for; returns their number. They count as sent.
	*/
	take(bytes) {
		const { devices, locations } = this.#fleet;
		const { written, words } = locations.lastRows;
		const room = Math.floor(bytes.byteLength / 16);
		const turns = this.#picked?.length ?? written.length;
		this.#sent = grown(this.#sent, written.length, 0);
		this.#bits = grown(this.#bits, written.length, 0);
		let taken = 0;
		for (let looked = 0; looked < turns && taken < room; looked++) {
			if (this.#turn >= turns) this.#turn = 0;
			const device = this.#picked === void 0 ? this.#turn : (this.#picked[this.#turn] ?? 0) - 1;
			this.#turn++;
			const last = written[device] ?? 0;
			if (last === 0 || !devices.isThere(device + 1)) continue;
			const standing = standingBits(devices, device + 1, this.#drives.isSilent(device + 1));
			if (this.#sent[device] === last && this.#bits[device] === standing) continue;
			writeRecord(bytes, taken * 16, device + 1, words, device * 8, standing);
			this.#sent[device] = last;
			this.#bits[device] = standing;
			taken++;
		}
		return taken;
	}
};
// contracts/kit/varints.ts
/** Whole numbers in as few bytes as they need (LEB128): seven bits each, the lowest first; signed ones in zigzag. */
const CONTINUES = 128;
const BITS = 128;
/** Bytes that are written one number after the other, up to a length. */
var ByteWriter = class {
	#bytes;
	#length = 0;
	constructor(room) {
		this.#bytes = new Uint8Array(room);
	}
	get length() {
		return this.#length;
	}
	/** How many bytes are free. */
	get left() {
		return this.#bytes.length - this.#length;
	}
	/** The bytes that were written; valid until the next `clear`. */
	get written() {
		return this.#bytes.subarray(0, this.#length);
	}
	clear() {
		this.#length = 0;
	}
	/** A whole number of 0 or above, up to 2 ** 53. Throws a RangeError where there is no room for it. */
	unsigned(value) {
		let rest = value;
		while (rest >= CONTINUES) {
			this.#push(rest % BITS | CONTINUES);
			rest = Math.floor(rest / BITS);
		}
		this.#push(rest);
	}
	/** A whole number of either sign, up to 2 ** 52 away from 0. */
	signed(value) {
		this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
	}
	#push(byte) {
		if (this.left === 0) throw new RangeError("There is no room for another byte.");
		this.#bytes[this.#length++] = byte;
	}
};
// simulator/control/positions/ways.ts
const DEGREE = 1e6;
const SECOND = 100;
/** Milliseconds of a hundredth of a second. */
const HUNDREDTH = 10;
const SPEED = 10;
const EVEN = 1;
const ONCE = 2;
/** The most bytes that a number of these takes: of seconds and degrees in the units above. */
const NUMBER_BYTES = 6;
/** The most bytes that a way takes. */
function wayBytes({ seconds }) {
	return (4 * seconds.length + 1) * NUMBER_BYTES;
}
function writeWay(bytes, { seconds, latitude, longitude, speed, once }) {
	bytes.unsigned(4 * seconds.length + (speed === null ? EVEN : 0) + (once ? ONCE : 0));
	const before = {
		time: 0,
		latitude: 0,
		longitude: 0
	};
	for (let corner = 0; corner < seconds.length; corner++) {
		const time = Math.round((seconds[corner] ?? 0) * SECOND);
		const north = Math.round((latitude[corner] ?? 0) * DEGREE);
		const east = Math.round((longitude[corner] ?? 0) * DEGREE);
		if (corner > 0) bytes.unsigned(time - before.time);
		bytes.signed(north - before.latitude);
		bytes.signed(east - before.longitude);
		if (speed !== null) bytes.unsigned(Math.round((speed[corner] ?? 0) * SPEED));
		Object.assign(before, {
			time,
			latitude: north,
			longitude: east
		});
	}
}
/** @param step from the number of the device of the drive before to that of this one */
function writeDrive(bytes, step, drive, { at, numberOf, isPaceKnown }) {
	bytes.signed(step);
	if (!("way" in drive)) {
		bytes.unsigned(0);
		bytes.signed(Math.round(drive.latitude * DEGREE));
		bytes.signed(Math.round(drive.longitude * DEGREE));
		return;
	}
	bytes.unsigned(2 * numberOf(drive.way) + (isPaceKnown ? 2 : 1));
	bytes.signed(Math.round(at / HUNDREDTH) - Math.round(drive.began / HUNDREDTH));
	if (!isPaceKnown) bytes.unsigned(Math.round(drive.lasts / HUNDREDTH));
}
// simulator/control/positions/pending-drives.ts
/**
* The drives that a listener has not got yet, in turn like its positions (pending.ts), each after the way that it
* goes along. A way is sent once.
*/
/** Paces are that of one driver if they differ by less, in ms for each second. */
const SAME_PACE = 1e-6;
var PendingDrives = class {
	#drives;
	#ways;
	#bytes;
	/** By device: the version that was sent last. */
	#sent = /* @__PURE__ */ new Float64Array(0);
	/** By device: real over planned time of the drive that was sent last. */
	#paces = /* @__PURE__ */ new Float64Array(0);
	/** The ways that were sent, and their numbers. */
	#numbers = /* @__PURE__ */ new WeakMap();
	#numbered = 0;
	/** The device whose turn is next. */
	#turn = 0;
	/** @param room bytes of a frame, at the most */
	constructor(drives, room) {
		this.#drives = drives;
		this.#ways = new ByteWriter(room);
		this.#bytes = new ByteWriter(room);
	}
	/** New drives at the moment `at`, as many as there is room for; they count as sent. */
	take(at) {
		const { count } = this.#drives;
		this.#sent = grown(this.#sent, count, 0);
		this.#paces = grown(this.#paces, count, 0);
		this.#ways.clear();
		this.#bytes.clear();
		const [waysBefore, begins] = [this.#numbered, this.#turn];
		let drives = 0;
		let before = 0;
		for (let looked = 0; looked < count; looked++) {
			const device = (begins + looked) % count + 1;
			this.#turn = device % count;
			const version = this.#drives.version(device);
			if (version === this.#sent[device - 1]) continue;
			const drive = this.#drives.of(device);
			if (!this.#hasRoomFor(drive)) {
				this.#turn = device - 1;
				for (let rest = looked + 1; rest < count; rest++) this.#drives.version((begins + rest) % count + 1);
				break;
			}
			writeDrive(this.#bytes, device - before, drive, {
				at,
				numberOf: (way) => this.#number(way),
				isPaceKnown: this.#isPaceKnown(device, drive)
			});
			before = device;
			this.#sent[device - 1] = version;
			drives++;
		}
		return {
			ways: this.#numbered - waysBefore,
			drives,
			bytes: this.#joined()
		};
	}
	/** Whether the listener knows how fast the device's driver is; from now on it does. */
	#isPaceKnown(device, drive) {
		if (!("way" in drive)) return false;
		const { seconds } = drive.way;
		const pace = drive.lasts / (seconds[seconds.length - 1] ?? 0);
		const isKnown = Math.abs(pace - (this.#paces[device - 1] ?? 0)) < SAME_PACE;
		this.#paces[device - 1] = pace;
		return isKnown;
	}
	#hasRoomFor(drive) {
		const needed = 24 + ("way" in drive && !this.#numbers.has(drive.way) ? wayBytes(drive.way) : 0);
		return this.#ways.length + needed <= this.#bytes.left;
	}
	#number(way) {
		const known = this.#numbers.get(way);
		if (known !== void 0) return known;
		writeWay(this.#ways, way);
		this.#numbers.set(way, this.#numbered);
		return this.#numbered++;
	}
	#joined() {
		const [ways, drives] = [this.#ways.written, this.#bytes.written];
		const joined = new Uint8Array(ways.length + drives.length);
		joined.set(ways);
		joined.set(drives, ways.length);
		return joined;
	}
};
// simulator/control/positions/planned-drives.ts
/** From report to report: pieces of a drive. */
const PART = 511;
var PlannedDrives = class {
	#fleet;
	#timeline;
	/** By device: the part of its plan on which it was last. */
	#parts = /* @__PURE__ */ new Map();
	#versions = 0;
	constructor(fleet, timeline) {
		this.#fleet = fleet;
		this.#timeline = timeline;
	}
	get count() {
		return this.#fleet.devices.last;
	}
	/** The beginning of a plan, before its first report, is not shown: the service has received nothing of it. */
	version(device) {
		const planned = this.#fleet.locations.planned(device);
		const known = this.#parts.get(device);
		if (planned === void 0 || planned.next === 0) return known?.version ?? 0;
		const index = this.#partOf(planned);
		if (known?.reports === planned.reports && known.index === index) return known.version;
		this.#versions++;
		const part = {
			reports: planned.reports,
			index,
			version: this.#versions,
			drive: void 0
		};
		this.#parts.set(device, part);
		return part.version;
	}
	/** While what is due does not come, or is lost. */
	isSilent(device) {
		const { now } = this.#timeline;
		const { reports, next, lost } = this.#fleet.locations.planned(device) ?? {};
		if (lost !== void 0 && lost[0] <= now && now < lost[1]) return true;
		return (reports?.[next ?? 0]?.deviceTime ?? Number.POSITIVE_INFINITY) < now;
	}
	/** The vehicle drives on while its reports are held back. */
	#partOf({ reports, next }) {
		let index = Math.floor((next - 1) / PART);
		const ends = (part) => reports[(part + 1) * PART]?.deviceTime ?? Number.POSITIVE_INFINITY;
		while (ends(index) < this.#timeline.now) index++;
		return index;
	}
	of(device) {
		const part = this.#parts.get(device);
		if (part === void 0) throw new RangeError(`Nothing is planned for device ${device}.`);
		part.drive ??= driveAlong(part);
		return part.drive;
	}
};
function driveAlong({ reports, index }) {
	const first = index * PART;
	const corners = reports.slice(first, first + 512);
	const began = corners[0]?.deviceTime ?? 0;
	return {
		way: {
			seconds: Float64Array.from(corners, ({ deviceTime }) => (deviceTime - began) / 1e3),
			latitude: Float64Array.from(corners, ({ latitude }) => latitude),
			longitude: Float64Array.from(corners, ({ longitude }) => longitude),
			speed: null,
			once: true
		},
		began,
		lasts: (corners.at(-1)?.deviceTime ?? began) - began
	};
}
// simulator/control/positions/stream.ts
/** Frames of positions in real time: no more of them and no larger than a page can take. */
/** The most bytes that are sent in a second of real time, with everything around the records. */
const BYTES_A_SECOND = 3e5;
/** The share of a frame that drives take at the most: what was reported comes too, though later. */
const DRIVES_SHARE = .8;
/**
* The last position of every vehicle, each at its first frame and whenever there is a newer one: `event: positions`
* with `{ at, n, p }`, `p` being `n` records (record.ts) as base64. What is not new is not sent; when more is
* new than there is room for, it comes in turn. `event: world` comes before the first frame, and again when
* another world has taken the place: what was received before it is void.
*
* Where drives are asked for: `event: drives` with `{ at, w, n, p }`, `p` being `w` ways and `n` drives (ways.ts), for
* each drive that a vehicle has begun.
*/
function positionStream(world, { framesPerSecond, devices, drives = false }) {
	const room = Math.floor((BYTES_A_SECOND / framesPerSecond - 240) * 3 / 4);
	return (write) => {
		const bytes = new Uint8Array(Math.floor(room / 16) * 16);
		let pending;
		let pendingDrives;
		let cancel;
		function send() {
			cancel = world.pace.after(1e3 / framesPerSecond, send);
			const now = world.clock.now();
			const at = isoUtc(now);
			const used = sendDrives(now, at);
			const view = new DataView(bytes.buffer, 0, Math.max(0, bytes.length - used));
			const taken = pending.take(view);
			if (taken === 0) return;
			write(eventFrame("positions", {
				at,
				n: taken,
				p: toBase64(bytes.subarray(0, taken * 16))
			}));
		}
		/** How many bytes they took. */
		function sendDrives(now, at) {
			if (pendingDrives === void 0) return 0;
			const { ways, drives: n, bytes: p } = pendingDrives.take(now);
			if (n > 0) write(eventFrame("drives", {
				at,
				w: ways,
				n,
				p: toBase64(p)
			}));
			return p.length;
		}
		function begin() {
			const driven = drivesOf(world);
			pending = new Pending(world.fleet, driven, devices);
			if (drives) pendingDrives = new PendingDrives(driven, Math.floor(room * DRIVES_SHARE));
			write(eventFrame("world", world.identity.view()));
		}
		begin();
		send();
		const stopWorld = world.identity.onReplaced(begin);
		return () => {
			cancel();
			stopWorld();
		};
	};
}
/** A plan of a device's own comes before what the plugin says of it. */
function drivesOf({ fleet, timeline, companion }) {
	const planned = new PlannedDrives(fleet, timeline);
	const moved = companion?.drives;
	if (moved === void 0) return planned;
	return {
		get count() {
			return fleet.devices.last;
		},
		version(device) {
			const ofPlan = planned.version(device);
			if (ofPlan > 0) return 2 * ofPlan - 1;
			return device <= moved.count ? 2 * moved.version(device) : 0;
		},
		isSilent: (device) => planned.isSilent(device) || moved.isSilent(device),
		of: (device) => planned.version(device) > 0 ? planned.of(device) : moved.of(device)
	};
}
// simulator/control/routes/watch.ts
/** Looking on: the outbox, the journal of requests, the stream of what happens. */
/** How far back a stream that reconnects is filled up. */
const REPLAYED_EVENTS = 1e4;
/** Frames of positions a second. */
const MOST_FRAMES = 10;
const watchRoutes = [
	route("GET /outbox", (world, request) => {
		const { outbox } = world.fleet;
		const limit = queryNumber(request, "limit", 100, 1e5);
		const device = request.query.get("device");
		const deviceId = device === null ? void 0 : deviceOf(world, {
			...request,
			id: device
		});
		const messages = outbox.list({
			limit,
			...deviceId !== void 0 && { deviceId }
		});
		return { body: {
			sent: outbox.sent,
			withheld: outbox.withheld,
			messages: messages.map((message) => presentMessage(message, world.lens))
		} };
	}, ["limit", "device"]),
	route("GET /requests", (world, request) => {
		const limit = queryNumber(request, "limit", 100, 1e5);
		return { body: { requests: world.journal.read(limit, world.secrets.redactor) } };
	}, ["limit"]),
	route("GET /alerts", (world, request) => {
		return { body: { alerts: world.fleet.alerts.recent(queryNumber(request, "limit", 100, 1e5)).map((alert) => presentAlert(alert, world.lens)) } };
	}, ["limit"]),
	route("GET /names", ({ fleet: { groups, users }, lens }, request) => {
		const limit = queryNumber(request, "limit", 1e3, 1e4);
		const named = (resource, records) => records.slice(0, limit).map(({ id, name }) => ({
			id: lens.writeId(resource, id),
			name
		}));
		return { body: {
			groups: named("group", groups.list()),
			users: named("user", users.list())
		} };
	}, ["limit"]),
	{
		method: "GET",
		path: "/positions",
		query: [
			"rate",
			"devices",
			"with"
		],
		run(world, request) {
			return { stream: positionStream(world, {
				framesPerSecond: queryNumber(request, "rate", MOST_FRAMES, MOST_FRAMES) || 1,
				devices: numbersOf(request, "devices"),
				drives: withDrives(request)
			}) };
		}
	},
	{
		method: "GET",
		path: "/events",
		query: ["kinds", "since"],
		run(world, request) {
			const picked = {
				kinds: kindsOf(world, request),
				since: sinceOf(request)
			};
			return { stream: (write) => streamEvents(world, picked, write) };
		}
	}
];
/** The kinds that were asked for. A mistyped one is refused: its listener would wait for ever. */
function kindsOf(world, request) {
	const kinds = request.query.get("kinds")?.split(",");
	const known = [
		"world",
		"clock",
		...Object.keys(world.fleet.log.counts)
	];
	const unknown = kinds?.find((kind) => !known.includes(kind));
	if (unknown === void 0) return kinds;
	throw new ControlError("BODY_INVALID", `There are no events of the kind ${quoted(unknown)}.`, {
		field: "kinds",
		hint: `There are ${known.join(", ")}.`
	});
}
/** Whether the ways are asked for beside the positions. */
function withDrives(request) {
	const asked = request.query.get("with");
	if (asked === null || asked === "drives") return asked !== null;
	throw new ControlError("BODY_INVALID", `${quoted(asked)} is not sent beside positions.`, {
		field: "with",
		hint: "Use ?with=drives, or leave it out."
	});
}
/** Numbers of devices, as in `number` of a device; `undefined` when none are picked. */
function numbersOf(request, name) {
	return request.query.get(name)?.split(",").map((text) => {
		const number = wholeNumber(text);
		if (number !== void 0) return number;
		throw new ControlError("BODY_INVALID", `${quoted(text)} is not the number of a device.`, {
			field: name,
			hint: "GET /_control/devices lists the number of each device beside its id."
		});
	});
}
/** Where to go on. A browser whose stream was cut says so in a header, and calls the same address again. */
function sinceOf(request) {
	const lastReceived = wholeNumber(request.lastEventId ?? "");
	if (lastReceived !== void 0) return lastReceived;
	if (!request.query.has("since")) return void 0;
	return queryNumber(request, "since", 0, Number.MAX_SAFE_INTEGER);
}
/**
* Server-sent events (HTML standard, 9.2): `world` at the beginning and whenever another world takes the
* place of this one, `clock` after it and whenever the clock is changed, and one event for everything that
* happens, with its sequence as the id, so that a stream that was cut goes on where it stopped (`?since=`,
* or `Last-Event-ID`). `?kinds=a,b` picks kinds of what happens.
*/
function streamEvents(world, { kinds, since }, write) {
	const { fleet, frames } = world;
	const { log } = fleet;
	const send = (event) => {
		if (kinds && !kinds.includes(event.kind)) return;
		write(frames.event(event));
	};
	const begin = () => {
		write(eventFrame("world", world.identity.view()));
		write(frames.clock(world.clock.view()));
	};
	begin();
	if (since !== void 0) for (const event of log.since(since, REPLAYED_EVENTS)) send(event);
	const stopLog = log.onEvent(send, { locations: kinds?.includes("location-recorded") ?? true });
	const stopClock = world.clock.onChange((view) => write(frames.clock(view)));
	const stopWorld = world.identity.onReplaced(begin);
	return () => {
		stopWorld();
		stopLog();
		stopClock();
	};
}
// simulator/control/routes/world.ts
const worldRoutes = [
	route("GET /health", () => ({ body: { status: "ok" } })),
	route("GET /profile", (world) => ({ body: publishedProfile(spokenProfile(world.profile, world.fleet)) })),
	route("GET /specification", async () => {
		const [{ openings }, { operations }, { rules }, { sections }] = await Promise.all([
			import("./openings-DMf27VQH.js"),
			import("./operations-CExEFbTX.js"),
			import("./rules-Bl5UjVTs.js"),
			import("./sections-GJjZn7NL.js")
		]);
		return { body: {
			sections,
			operations,
			rules,
			openings
		} };
	}),
	route("GET /faults", (world) => ({ body: { rules: world.faults.rules } })),
	route("PUT /faults", (world, { body }) => {
		world.faults.set(body.rules);
		return { body: { rules: world.faults.rules } };
	}),
	route("POST /reset", (world) => {
		world.reset();
		return { body: presentClock(world.clock.view()) };
	}),
	route("GET /snapshot", (world, request) => ({ body: world.snapshot({ apiKey: keyWanted(request) }) }), ["apiKey"]),
	route("PUT /snapshot", (world, { body }) => {
		world.restore(body);
		return { body: presentClock(world.clock.view()) };
	})
];
/**
* Gives the part of a profile that anyone may know: how the deployment answers. The controls, with the secrets that their
* headers may hold, the known ids and the samples are for the person who has the file.
*/
function publishedProfile({ roadtest, name, basePath, openings }) {
	return {
		roadtest,
		name,
		basePath,
		openings
	};
}
// simulator/control/api.ts
/**
* The control API under `/_control`: what a tester or the live page does to the world from outside.
*
* It is Roadtest's own and the same for every profile. Times are ISO 8601 UTC, ids are written as
* the profile writes them, so that they can be used in the public API.
*/
const ownRoutes = [
	...clockRoutes,
	...accountRoutes,
	...deviceRoutes,
	...watchRoutes,
	...fixtureRoutes,
	...worldRoutes
];
/** The control API of one world as a function from call to reply; `extensions` are answered as well. */
function createControlApi(world, extensions = []) {
	const routes = [...ownRoutes, ...extensions.map(({ run, ...route }) => ({
		...route,
		run: (_, request) => run(request)
	}))];
	return async (call) => {
		try {
			if (!isProbe(call)) guard(call, world.guard);
			if (call.unread) throw new ControlError(call.unread.code, call.unread.detail, call.unread);
			const target = call.target.slice(CONTROL_PREFIX.length);
			const path = target.split("?", 1)[0];
			const { route, id } = routeFor(routes, call.method, path.replace(/\/$/, ""));
			const query = new URLSearchParams(target.slice(path.length));
			checkQuery(route, query);
			const request = {
				id,
				query,
				body: bodyOf(call),
				lastEventId: headerOf(call, "last-event-id"),
				accept: headerOf(call, "accept"),
				host: headerOf(call, "host")
			};
			return replyOf(await route.run(world, request), world);
		} catch (error) {
			return problemReply(error, world.clock.now());
		}
	};
}
function routeFor(routes, method, path) {
	const candidates = routes.flatMap((route) => {
		const id = matches(route.path, path);
		return id === void 0 ? [] : [{
			route,
			id
		}];
	});
	const wanted = method === "HEAD" ? "GET" : method;
	const found = candidates.find(({ route }) => route.method === wanted);
	if (found) return found;
	if (candidates.length === 0) {
		const [near] = nearest(CONTROL_PREFIX + path, pathsLike(routes, path));
		throw new ControlError("UNKNOWN_PATH", `The control API has no ${CONTROL_PREFIX}${excerpt(path)}.`, { hint: near === void 0 ? `It has ${[...new Set(routes.map((route) => CONTROL_PREFIX + route.path))].join(", ")}.` : `Did you mean ${near}?` });
	}
	const allow = candidates.map(({ route }) => route.method).join(", ");
	throw new ControlError("METHOD_NOT_ALLOWED", `${method} is not allowed at ${CONTROL_PREFIX}${excerpt(path)}.`, {
		hint: `Possible: ${allow}.`,
		headers: { allow }
	});
}
/** The paths that there are, with the id that a path has in their place. */
function pathsLike(routes, path) {
	const given = path.split("/");
	const filled = ({ path: own }) => own.split("/").map((segment, place) => segment.startsWith("{") ? given[place] ?? segment : segment).join("/");
	return new Set(routes.map((route) => CONTROL_PREFIX + filled(route)));
}
/** The id in the path, `''` where the route has none; `undefined` when the path is another. */
function matches(template, path) {
	const marker = template.indexOf("{id}");
	if (marker < 0) return template === path ? "" : void 0;
	const tail = template.slice(marker + 4);
	if (!path.startsWith(template.slice(0, marker)) || !path.endsWith(tail)) return void 0;
	const id = path.slice(marker, path.length - tail.length);
	return id === "" || id.includes("/") ? void 0 : percentDecoded(id);
}
function bodyOf(call) {
	if (call.body === void 0 || call.body.trim() === "") return {};
	let body;
	try {
		refuseDeepJson(call.body);
		body = import_secure_json_parse.default.parse(call.body);
	} catch (error) {
		throw new ControlError("BODY_NOT_JSON", `The body is not JSON: ${error.message}.`);
	}
	if (typeof body !== "object" || body === null || Array.isArray(body)) throw new ControlError("BODY_INVALID", "The body must be a JSON object.");
	return body;
}
function replyOf(result, world) {
	const headers = {
		"content-type": "application/json",
		"cache-control": "no-store",
		date: httpDate(world.clock.now())
	};
	if (result.stream) return {
		status: 200,
		headers: {
			...headers,
			"content-type": "text/event-stream"
		},
		body: "",
		stream: result.stream
	};
	const { status = 200, text, type } = result;
	if (text !== void 0 && type !== void 0) return {
		status,
		headers: {
			...headers,
			"content-type": type
		},
		body: text
	};
	return {
		status,
		headers,
		body: jsonText(result.body)
	};
}
export { createControlApi };
