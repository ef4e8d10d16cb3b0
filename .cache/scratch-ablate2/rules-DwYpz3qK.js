import { r as guardedOperations, t as familyOperations, u as itemAt } from "./operations-qsC2r_2B.js";
import { r as rowOf } from "./option-names-BqlZd731.js";
import { c as tableOf } from "./tables-3ck2--37.js";
// contracts/specification/rules/access.ts
/** The operations that are served, and their callers (sections 4 and 5). */
const authRules = [
	{
		id: "auth/bearer-accepted",
		basis: "stated",
		sections: ["4.2", "5"],
		needs: ["path-ids"],
		per: "guarded-operation",
		about: guardedOperations.map(({ id }) => id),
		text: "With a fresh token the operation is not refused as the same request without one is."
	},
	{
		id: "auth/header-required",
		basis: "stated",
		sections: ["4.2", "5"],
		needs: ["path-ids"],
		per: "guarded-operation",
		about: ["unauthenticated", "forbidden"],
		text: "Without the `Authorization` header the response differs from the one with a token."
	},
	{
		id: "auth/garbage-refused",
		basis: "stated",
		sections: ["4.2", "5"],
		needs: ["path-ids"],
		per: "guarded-operation",
		about: ["unauthenticated", "forbidden"],
		text: "A made-up bearer value is rejected like a missing one."
	},
	{
		id: "auth/tampered-refused",
		basis: "implied",
		sections: ["5"],
		needs: [],
		per: "guarded-operation",
		about: ["unauthenticated", "forbidden"],
		text: "A token with an altered payload, signature or algorithm (`none`) is rejected like a missing one."
	},
	{
		id: "auth/valid-until-expiry",
		basis: "stated",
		sections: ["5"],
		needs: ["clock"],
		per: "guarded-operation",
		text: "Shortly before `expires` the token still works."
	},
	{
		id: "auth/expired-refused",
		basis: "implied",
		sections: ["5"],
		needs: ["clock"],
		per: "guarded-operation",
		about: ["unauthenticated", "forbidden"],
		text: "After `expires` the token no longer works."
	},
	{
		id: "auth/no-way-round",
		basis: "implied",
		sections: ["4.2", "5"],
		needs: ["path-ids"],
		per: "guarded-operation",
		text: "No other spelling of the path or the method serves the operation without a valid token."
	}
];
const operationRules = [{
	id: "operations/*",
	basis: "stated",
	sections: [
		"4",
		"4.1",
		"4.2"
	],
	needs: ["path-ids"],
	per: "operation",
	about: ["unanswered"],
	text: "The operation is served at its method and path: the response differs from that of an undocumented path."
}];
// contracts/specification/rules/licences.ts
const expiryRules = [
	{
		id: "expiry/off-by-default",
		basis: "stated",
		sections: ["2"],
		needs: ["do:readLimits"],
		text: "Expires is off on a device until it is set."
	},
	{
		id: "expiry/on-needs-date",
		basis: "stated",
		sections: ["2"],
		needs: ["do:setLimits"],
		text: "Expires switched on without a date never takes effect."
	},
	{
		id: "expiry/off-never-expires",
		basis: "stated",
		sections: ["2", "3"],
		needs: ["do:setLimits", "clock"],
		text: "With Expires off a device remains a used licence, whatever date was once set."
	},
	{
		id: "expiry/reached-expires",
		basis: "stated",
		sections: [
			"2",
			"3",
			"8"
		],
		needs: ["do:setLimits", "clock"],
		text: "With Expires on, the device is expired once its date is reached."
	},
	{
		id: "expiry/change-any-time",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits", "clock"],
		text: "If the date is postponed before it is reached, the old date has no effect."
	},
	{
		id: "expiry/earlier-takes-effect",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits", "clock"],
		text: "If the date is moved earlier, the device expires on the new one."
	},
	{
		id: "expiry/only-its-own",
		basis: "stated",
		sections: ["2", "3"],
		needs: ["two-devices", "clock"],
		text: "When a device expires, every other stays as it was."
	}
];
const licenceRules = [
	{
		id: "licences/device-uses-one",
		basis: "stated",
		sections: ["3", "8"],
		needs: ["do:readLicences"],
		text: "A device that is not expired counts as one used licence, no more and no less."
	},
	{
		id: "licences/expiry-releases-one",
		basis: "stated",
		sections: [
			"1",
			"3",
			"8"
		],
		needs: ["clock"],
		text: "When a device expires, one licence fewer is used and one more is available."
	},
	{
		id: "licences/activation-takes-one",
		basis: "stated",
		sections: ["3"],
		needs: ["do:activate"],
		text: "An expired device that is activated while a licence is available counts again."
	},
	{
		id: "licences/activation-refused-when-none",
		basis: "stated",
		sections: ["3", "8"],
		needs: ["do:activate"],
		text: "With no licence available an expired device stays expired, and the counts do not change."
	},
	{
		id: "licences/released-serves-another",
		basis: "stated",
		sections: ["3", "8"],
		needs: ["do:activate"],
		text: "A licence that one device has released can be used by another."
	},
	{
		id: "licences/never-over-allotted",
		basis: "implied",
		sections: ["3", "8"],
		needs: ["do:activate"],
		text: "Of two simultaneous activations with one licence available, only one succeeds."
	},
	{
		id: "licences/active-takes-no-second",
		basis: "stated",
		sections: ["3", "8"],
		needs: ["do:activate", "do:readLicences"],
		text: "Activating a device that is not expired changes no count: it stays one used licence."
	},
	{
		id: "licences/expires-again",
		basis: "stated",
		sections: ["3", "8"],
		needs: ["do:activate", "clock"],
		text: "A device that was activated and expires again releases its licence again, and can be activated again."
	}
];
// contracts/specification/rules/limits.ts
const limitRules = [
	{
		id: "limits/sends-below-limit",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits", "do:send"],
		per: "channel",
		text: "Below the daily limit messages are sent."
	},
	{
		id: "limits/stops-at-limit",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits", "do:send"],
		per: "channel",
		text: "Once the day's count has reached the limit, nothing more is sent."
	},
	{
		id: "limits/zero-sends-none",
		basis: "stated",
		sections: ["2", "8"],
		needs: ["do:setLimits", "do:send"],
		per: "channel",
		text: "A limit of 0 is a limit: nothing is sent at all."
	},
	{
		id: "limits/next-day-restores",
		basis: "stated",
		sections: ["8"],
		needs: ["clock"],
		per: "channel",
		text: "The next day messages are sent again."
	},
	{
		id: "limits/per-device",
		basis: "stated",
		sections: ["1", "8"],
		needs: ["two-devices"],
		per: "channel",
		text: "A device at its limit does not hold back another."
	},
	{
		id: "limits/channels-apart",
		basis: "stated",
		sections: ["2", "8"],
		needs: ["do:setLimits", "do:send"],
		per: "channel",
		text: "Messages of one channel do not use up the limit of the other."
	},
	{
		id: "limits/raise-takes-effect",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits"],
		per: "channel",
		text: "After the limit is raised above the count, messages are sent again on the same day."
	},
	{
		id: "limits/lower-takes-effect",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits"],
		per: "channel",
		text: "After the limit is lowered to the count or below, no more messages are sent."
	},
	{
		id: "limits/usage-counts",
		basis: "stated",
		sections: ["2"],
		needs: ["do:readLimits"],
		per: "channel",
		text: "The usage counter shows how many messages the device has sent on the current day."
	},
	{
		id: "limits/usage-read-only",
		basis: "stated",
		sections: ["2"],
		needs: ["do:readLimits", "do:setLimits"],
		per: "channel",
		text: "Trying to set the usage counter does not change it."
	},
	{
		id: "limits/usage-restarts",
		basis: "stated",
		sections: ["2", "8"],
		needs: ["clock", "do:readLimits"],
		per: "channel",
		text: "The usage counter starts the next day from zero."
	},
	{
		id: "limits/negative-refused",
		basis: "stated",
		sections: ["2"],
		needs: ["do:setLimits", "do:readLimits"],
		per: "channel",
		text: "A limit below zero never takes effect."
	},
	{
		id: "limits/holds-each-day",
		basis: "stated",
		sections: ["8"],
		needs: ["clock"],
		per: "channel",
		text: "The limit holds on the following days as well; what was left of it one day is not added to the next."
	},
	{
		id: "limits/changes-repeat",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits"],
		per: "channel",
		text: "The second and the third change of a limit on a day take effect like the first."
	},
	{
		id: "limits/holds-at-once",
		basis: "stated",
		sections: ["8"],
		needs: ["do:setLimits", "do:send"],
		per: "channel",
		text: "Many messages sent at the same time never exceed the limit."
	}
];
// contracts/specification/rules/records.ts
/** Devices, groups and users: what the names of their operations imply (sections 1 and 4.2). */
const deviceRules = [
	{
		id: "devices/listed-can-be-read",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:device"],
		about: ["listDevices", "readDevice"],
		text: "A device of the list can be read by its id, and is the same device there."
	},
	{
		id: "devices/last-location-of-device",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:location"],
		about: ["lastLocation"],
		text: "A device that has a location returns its last one: a position on earth."
	},
	{
		id: "devices/posted-location-becomes-last",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:location", "says:locations.purpose=record"],
		about: ["postLocations"],
		text: "Where posting records: a location newer than all before it becomes the last location."
	},
	{
		id: "devices/posted-alert-is-taken",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["says:alerts.purpose=record"],
		about: ["postAlerts"],
		text: "Where posting records: a posted alert is accepted."
	},
	{
		id: "devices/unknown-device-not-served",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["device"],
		about: ["unknown-device"],
		text: "An id that names no device is not answered as a known device is."
	},
	{
		id: "devices/location-is-own",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: [
			"two-devices",
			"bind:location",
			"says:locations.purpose=record"
		],
		about: ["postLocations", "lastLocation"],
		text: "A location that is posted for one device becomes the last location of no other."
	},
	{
		id: "devices/listed-once",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:device"],
		about: ["listDevices"],
		text: "Each device is in the list once: none is repeated, and none that the same user can read is left out."
	}
];
/** The life of a record from create to delete, the same for groups and for users. */
const life = [
	{
		name: "created-can-be-read",
		about: ["create", "read"],
		text: "What was created can be read by its id, and holds what was sent."
	},
	{
		name: "created-is-listed",
		about: ["create", "list"],
		text: "What was created is in the list, on one of its pages."
	},
	{
		name: "replaced",
		about: ["replace"],
		text: "After PUT a read shows the new content."
	},
	{
		name: "updated-keeps-rest",
		about: ["update"],
		text: "PATCH of one field changes that field and no other."
	},
	{
		name: "deleted-is-gone",
		about: ["delete"],
		text: "After DELETE neither a read nor the list returns it."
	},
	{
		name: "deleted-spares-others",
		about: ["delete"],
		text: "A DELETE does not change another record."
	},
	{
		name: "replaced-spares-others",
		about: ["replace"],
		text: "A PUT does not change another record."
	},
	{
		name: "updated-spares-others",
		about: ["update"],
		text: "A PATCH does not change another record."
	},
	{
		name: "listed-once",
		about: ["list"],
		text: "Each record is in the list once, as it is now: none is repeated, and none is left out."
	},
	{
		name: "kept-as-sent",
		about: ["read"],
		text: "A free text of up to 50 printable characters without markup comes back as it was sent."
	}
];
function lifeRules(family, resource) {
	const operations = familyOperations[resource];
	return life.map(({ name, about, text }) => ({
		id: `${family}/${name}`,
		basis: "implied",
		sections: ["1", "4.2"],
		needs: [`bind:${resource}`],
		about: about.map((verb) => operations[verb]),
		text
	}));
}
const groupRules = lifeRules("groups", "group");
const userRules = [
	...lifeRules("users", "user"),
	{
		id: "users/countries-listed",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:countries"],
		about: ["listCountries"],
		text: "The countries come as a collection that is not empty."
	},
	{
		id: "users/time-zones-listed",
		basis: "implied",
		sections: ["1", "4.2"],
		needs: ["bind:timeZones"],
		about: ["listTimeZones"],
		text: "The time zones come as a collection that is not empty."
	}
];
// contracts/specification/rules/rule.ts
/** The groups of rules: the part of a rule's id before the first `/`. */
const areas = [
	"token",
	"auth",
	"operations",
	"devices",
	"groups",
	"users",
	"limits",
	"expiry",
	"licences"
];
/**
* All rules, area by area.
*
* @example
* import { rules } from 'roadtest/specification';
*
* console.log(rules.some(({ id }) => id === 'token/issued')); // true
*/
const rules = [
	...[
		{
			id: "token/issued",
			basis: "stated",
			sections: ["2", "4.1"],
			needs: [],
			about: ["issueToken"],
			text: "Valid credentials are answered with `success` true, a `token` with text in it, and `expires` as text."
		},
		{
			id: "token/json-object",
			basis: "stated",
			sections: [
				"2",
				"4.1",
				"7"
			],
			needs: [],
			about: ["issueToken", "refused-token-request"],
			text: "Issued or not, the answer is a JSON object in which `success` is true or false."
		},
		{
			id: "token/is-jwt",
			basis: "stated",
			sections: ["2", "5"],
			needs: [],
			about: ["issueToken"],
			text: "The token has the three base64url parts of a JWT; its header and its payload are JSON objects."
		},
		{
			id: "token/expires-iso-utc",
			basis: "stated",
			sections: ["2"],
			needs: [],
			about: ["issueToken"],
			text: "`expires` is a date and time by ISO 8601 in UTC, written with `Z` or an offset of zero."
		},
		{
			id: "token/expires-ahead",
			basis: "implied",
			sections: ["2", "5"],
			needs: [],
			about: ["issueToken"],
			text: "`expires` is after the moment of issue by the deployment's own `Date` header."
		},
		{
			id: "token/no-error-on-success",
			basis: "stated",
			sections: ["2"],
			needs: [],
			about: ["issueToken"],
			text: "An issued token comes without an error text: `error` is absent, null or empty."
		},
		{
			id: "token/wrong-api-key",
			basis: "stated",
			sections: ["4.1", "7"],
			needs: [],
			about: ["refused-token-request"],
			text: "A known user name with a wrong key gets `success` false, an `error` with text in it, and no token."
		},
		{
			id: "token/unknown-user",
			basis: "stated",
			sections: ["4.1", "7"],
			needs: [],
			about: ["refused-token-request"],
			text: "A user name that does not exist fails in the same shape."
		},
		{
			id: "token/empty-credentials",
			basis: "stated",
			sections: ["4.1", "7"],
			needs: [],
			about: ["refused-token-request"],
			text: "Empty credentials fail in the same shape."
		},
		{
			id: "token/missing-user-name",
			basis: "stated",
			sections: [
				"2",
				"4.1",
				"7"
			],
			needs: [],
			about: ["refused-token-request"],
			text: "A request without `userName` fails in the same shape."
		},
		{
			id: "token/missing-api-key",
			basis: "stated",
			sections: [
				"2",
				"4.1",
				"7"
			],
			needs: [],
			about: ["refused-token-request"],
			text: "A request without `apiKey` fails in the same shape."
		},
		{
			id: "token/no-bearer-needed",
			basis: "stated",
			sections: ["4.1"],
			needs: [],
			text: "A token is issued to a request that carries no `Authorization` header."
		},
		{
			id: "token/renewal",
			basis: "stated",
			sections: ["5"],
			needs: [],
			text: "A further token can be had while the first is still valid, and it works."
		},
		{
			id: "token/api-disabled",
			basis: "stated",
			sections: ["1", "5"],
			needs: ["do:setApiEnabled"],
			about: ["refused-token-request"],
			text: "While API access is off for the account, valid credentials fail like wrong ones."
		},
		{
			id: "token/api-enabled",
			basis: "stated",
			sections: ["1", "5"],
			needs: ["do:setApiEnabled"],
			text: "Once API access is on again, the same credentials get a token."
		},
		{
			id: "token/near-miss-refused",
			basis: "implied",
			sections: ["4.1", "7"],
			needs: [],
			about: ["refused-token-request"],
			text: "Almost right credentials get no token: a key cut short, a letter added, a wildcard, a quote."
		},
		{
			id: "token/renewal-extends",
			basis: "implied",
			sections: ["5"],
			needs: ["clock"],
			text: "A token that is requested before the first ends lasts longer than the first."
		}
	],
	...authRules,
	...operationRules,
	...deviceRules,
	...groupRules,
	...userRules,
	...limitRules,
	...expiryRules,
	...licenceRules
];
const byId = tableOf(rules, (row) => row);
/**
* The rule of an id.
*
* @throws OptionError for an id that no rule has
*
* @example
* import { rule } from 'roadtest/specification';
*
* console.log(rule('token/issued').basis); // stated
*/
function rule(id) {
	return rowOf(byId, id, "rule");
}
/** The area of a rule, by its id or by that of what is judged of it. */
function areaOf(id) {
	return itemAt(areas.filter((area) => id.startsWith(`${area}/`)), 0);
}
export { rule as n, rules as r, areaOf as t };
