// simulator/fixture/bounds.ts
/** The most of each kind that one fixture holds; `locations` of all devices together. */
const fixtureBounds = {
	devices: 1e5,
	groups: 1e4,
	users: 1e4,
	alerts: 1e4,
	locations: 5e5
};
export { fixtureBounds as t };
