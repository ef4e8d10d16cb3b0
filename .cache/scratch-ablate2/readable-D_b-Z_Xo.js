import { h as documentBounds } from "./untrusted-BMhJLekw.js";
import { n as checkFixture, s as faults } from "./form-C6RFWYL-.js";
import { t as fixtureBounds } from "./bounds-D5th7GJW.js";
// simulator/fixture/readable.ts
/** Reasons why a world cannot be a fixture: nothing is written that `--fixture` could not read. */
/** Why no fixture can hold so many devices, before any is written; `undefined` where one can. */
function tooManyDevices({ devices }) {
	return devices.count > fixtureBounds.devices ? tooMany("devices") : void 0;
}
/** Why what was written could not be read; `undefined` where it can. */
function whyUnreadable(fixture, text) {
	const [issue] = checkFixture(fixture);
	if (issue) return `${issue.pointer}: ${issue.message}`;
	const { devices = [] } = fixture;
	if (devices.reduce((sum, device) => sum + (device.locations?.length ?? 0), 0) > fixtureBounds.locations) return tooMany("locations");
	return beyondBounds(fixture, text, documentBounds.fixture)?.message;
}
function tooMany(what) {
	return `there are more than ${fixtureBounds[what].toLocaleString("en")} ${what}`;
}
/** Gives the bound that a document exceeds; `undefined` for one that can be read. */
function beyondBounds(data, text, bounds) {
	if (text.length > bounds.characters) return faults.tooLarge(bounds.characters);
	let values = 0;
	const beyond = (value, depth) => {
		values += 1;
		if (values > bounds.values) return faults.tooMany(bounds.values);
		if (typeof value === "string" && value.length > bounds.text) return faults.tooLong("text", bounds.text);
		if (typeof value !== "object" || value === null) return void 0;
		if (depth >= bounds.depth) return faults.tooDeep(bounds.depth);
		for (const [name, part] of Object.entries(value)) {
			if (name.length > bounds.name) return faults.tooLong("name", bounds.name);
			const fault = beyond(part, depth + 1);
			if (fault) return fault;
		}
	};
	return beyond(data, 0);
}
export { tooManyDevices, whyUnreadable };
