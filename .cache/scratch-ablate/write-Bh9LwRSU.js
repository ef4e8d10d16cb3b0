import { n as isoUtc } from "./times-DIdLtNMO.js";
// simulator/fixture/write.ts
/** A world as a fixture: what is in it now becomes the beginning of another. */
/**
* Ids as the profile writes them, times in ISO 8601. What happened is left out: events, messages, tokens, calls,
* faults, who was notified of an alert, and when a group or a user was changed. A snapshot has all of it.
*/
function writeFixture({ fleet, clock, lens }, { locations, apiKey }) {
	const { now, speed, frozen } = clock.view();
	const { account, groups, users, devices, alerts } = fleet;
	const { userName, apiEnabled, timeZone, licences, apiKey: key } = account.view();
	const { dayEnds } = account;
	const isOwn = ({ id }) => id === account.ownUserId;
	return inText({
		roadtest: 1,
		clock: {
			now: isoUtc(now),
			timeZone,
			...dayEnds !== void 0 && { dayEnds },
			frozen,
			speed
		},
		account: {
			userName,
			...apiKey === "include" && { apiKey: key },
			apiEnabled,
			...users.peek(account.ownUserId) === void 0 && { ownUser: false },
			licences: licences.total
		},
		groups: groups.list().map(({ id, name, description }) => ({
			id: lens.writeId("group", id),
			name,
			description
		})),
		devices: devices.list().map((device) => deviceOf(device, fleet, lens, locations)),
		users: [...users.list()].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a))).map((user) => userOf(user, isOwn(user), lens)),
		alerts: alerts.recent(Number.POSITIVE_INFINITY).reverse().filter(({ deviceId }) => devices.isThere(deviceId)).map((alert) => alertOf(alert, lens))
	});
}
function inText(value) {
	if (typeof value === "string") return value.replace(/\p{Cs}/gu, "�");
	if (Array.isArray(value)) return value.map(inText);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [inText(name), inText(each)]));
}
function deviceOf(device, fleet, lens, most) {
	const { id, name, model, licencePlate, imei, phone, groupId, licence, lastSeenAt } = device;
	const { dailyEmail, dailySms, expires, expirationDate, usage } = fleet.limits.get(id);
	const inOrder = (most === 0 ? [] : fleet.locations.between(id, -Infinity, Infinity).slice(-most)).sort((a, b) => a.receivedAt - b.receivedAt);
	return {
		id: lens.writeId("device", id),
		name,
		model,
		licencePlate,
		imei,
		phone,
		...groupId !== null && { group: lens.writeId("group", groupId) },
		limits: {
			dailyEmail,
			dailySms
		},
		usage,
		expires,
		expirationDate,
		licence,
		...lastSeenAt !== null && { lastSeenAt: isoUtc(lastSeenAt) },
		...inOrder.length > 0 && { locations: inOrder.map(locationOf) }
	};
}
function locationOf({ deviceId: _, deviceTime, receivedAt, ...measured }) {
	return {
		deviceTime: isoUtc(deviceTime),
		receivedAt: isoUtc(receivedAt),
		...withoutNulls(measured)
	};
}
function userOf(user, own, lens) {
	const { id, createdAt: _created, modifiedAt: _modified, unknownFields: _unknown, groupIds, ...content } = user;
	return {
		id: lens.writeId("user", id),
		...own && { own },
		...content,
		notify: [...content.notify],
		groups: groupIds.map((group) => lens.writeId("group", group))
	};
}
function alertOf({ id: _id, deviceId, raisedAt, notifications: _, ...alert }, lens) {
	return {
		device: lens.writeId("device", deviceId),
		raisedAt: isoUtc(raisedAt),
		...alert
	};
}
function withoutNulls(facts) {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
export { writeFixture };
