import { J as oneOf, P as serverField, _ as text, c as instantOrNull, f as ordinalOrNull, w as ordinal } from "./user-DKm8yCKO.js";
// contracts/specification/records/device.ts
/** A device as the API shows it. Its group, its state and its expiry come from elsewhere. */
const deviceFields = {
	id: serverField("id:device", ordinal),
	name: serverField("text", text),
	model: serverField("text", text),
	licencePlate: serverField("text", text),
	imei: serverField("text", text),
	phone: serverField("text", text),
	groupId: serverField("id:group", ordinalOrNull),
	status: serverField("text", oneOf("online", "offline", "unknown")),
	licence: serverField("text", oneOf("used", "expired")),
	expiresAt: serverField("time", instantOrNull),
	lastSeenAt: serverField("time", instantOrNull)
};
export { deviceFields as t };
