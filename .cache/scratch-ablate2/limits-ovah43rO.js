import { K as number, Z as orNull, ct as yesNo, it as string } from "./user-DKm8yCKO.js";
// contracts/kit/world-address.ts
/**
* Where the worlds of a simulator's server are: each below `/w/{name}`, beside the one at the plain address. The
* server, the live page and those who call the control API agree on it here.
*/
/** A name of a world: letters, digits and hyphens, so that it is written alike in every address. */
const worldNames = {
	pattern: "^[a-z0-9][a-z0-9-]{0,62}$",
	description: "like \"checkout-7\""
};
const PREFIX = /^\/w\/[a-z0-9][a-z0-9-]{0,62}(?=[/?#]|$)/;
/**
* The part of a path that names a world, `''` for a path of the plain address.
*
* @example worldPrefix('/w/checkout/api/devices') // '/w/checkout'
*/
function worldPrefix(path) {
	return path.startsWith("/w/") ? PREFIX.exec(path)?.[0] ?? "" : "";
}
/** The control API that goes with an address of a simulator: that of the world it is in, and of no other. */
function controlAddress({ origin, pathname }) {
	return `${origin}${worldPrefix(pathname)}/_control`;
}
// contracts/specification/limits.ts
/** The limit settings of a device (section 2 of the document). */
/** By name. `null` means that no limit is set; an expiration date is a calendar date `YYYY-MM-DD`. */
const limitSettings = {
	expires: yesNo,
	expirationDate: orNull(string()),
	dailyEmail: orNull(number()),
	dailySms: orNull(number())
};
export { controlAddress as n, worldNames as r, limitSettings as t };
