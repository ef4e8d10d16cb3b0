// contracts/kit/times.ts
/** Instants as text, and time zones. */
/** ISO 8601 in UTC with milliseconds: `2026-01-05T08:00:00.000Z`. Takes milliseconds since 1970 UTC. */
function isoUtc(at) {
	return new Date(at).toISOString();
}
const knownZones = /* @__PURE__ */ new Set(["UTC"]);
/** Whether the platform knows a time zone of this name. An offset, which some platforms take too, is none. */
function isTimeZone(name) {
	if (knownZones.has(name)) return true;
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
	} catch {
		return false;
	}
	knownZones.add(name);
	return true;
}
export { isoUtc as n, isTimeZone as t };
