import { a as visible, t as excerpt } from "./untrusted-BMhJLekw.js";
// contracts/kit/json-pointer.ts
/** JSON Pointers (RFC 6901) as text: `/openings/token.lifetime`; empty for the whole value. */
/**
* The pointer along the given names.
*
* @example formatPointer(['a/b', 0]) // '/a~1b/0'
*/
function formatPointer(names) {
	return names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
/** The names along a pointer. The text must be one. */
function splitPointer(pointer) {
	return pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
// contracts/kit/issues.ts
/** Issues of a file as the message of one error. */
/** How many issues a message lists. */
const LISTED = 20;
/** A message with a line for each of the first issues, and the number of the others. */
function withIssues(message, issues, describe) {
	const lines = issues.slice(0, LISTED).map((issue) => `  ${describe(issue)}`);
	if (issues.length > LISTED) lines.push(`  … and ${issues.length - LISTED} more`);
	return [message, ...lines].join("\n");
}
/** An issue in one line: `fleet.yaml:12:5 UNKNOWN_FIELD /openings/token.life: …`. */
function describeIssue({ file, line, column, code, pointer, message, hint }) {
	const head = [
		[
			file,
			line,
			column
		].filter((part) => part !== void 0).join(":"),
		code,
		excerpt(pointer)
	].filter((part) => part !== "").join(" ");
	return visible(`${head}: ${message}${hint ? ` (${hint})` : ""}`);
}
// simulator/fixture/problems.ts
/** The problems of fixtures, and how they are reported. */
/**
* A fixture that cannot be used, with every issue that was found.
*
* @example
* import { FixtureError, parseFixture } from 'roadtest/fixture';
*
* try {
*   parseFixture('{ roadtest: 1, device: [] }', 'ours.yaml');
* } catch (error) {
*   console.log(error instanceof FixtureError && error.code); // FIXTURE_INVALID
* }
*/
var FixtureError = class extends Error {
	name = "FixtureError";
	code;
	#issues;
	constructor(code, message, issues) {
		super(withIssues(message, issues, describeIssue));
		this.code = code;
		this.#issues = issues;
	}
	/** Everything that is wrong. The message lists the first of them. */
	get issues() {
		return this.#issues;
	}
};
const sources = /* @__PURE__ */ new WeakMap();
/** The error of a fixture, its issues in the order of its file. */
function fixtureError(fixture, issues) {
	const source = typeof fixture === "object" && fixture !== null ? sources.get(fixture) : void 0;
	const located = source ? issues.map((issue) => source.locate(issue)) : [...issues];
	return invalidFixture(source?.file ?? "The fixture", located);
}
function invalidFixture(name, issues) {
	issues.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
	return new FixtureError("FIXTURE_INVALID", `${name} is not a valid fixture.`, issues);
}
export { formatPointer as a, withIssues as i, fixtureError as n, splitPointer as o, describeIssue as r, FixtureError as t };
