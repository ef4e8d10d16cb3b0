import { c as tableOf } from "./tables-3ck2--37.js";
// contracts/specification/sections.ts
/** The sections of the interface document, by number, under short titles of our own. */
/**
* The sections of the interface document, under short titles of our own.
*
* @example
* import { sections } from 'roadtest/specification';
*
* console.log(sections.length); // 11
*/
const sections = [
	{
		id: "1",
		title: "Purpose"
	},
	{
		id: "2",
		title: "Resources and fields"
	},
	{
		id: "3",
		title: "States"
	},
	{
		id: "4",
		title: "Endpoints"
	},
	{
		id: "4.1",
		title: "Token request"
	},
	{
		id: "4.2",
		title: "All other operations"
	},
	{
		id: "5",
		title: "Authentication"
	},
	{
		id: "6",
		title: "Events"
	},
	{
		id: "7",
		title: "Errors"
	},
	{
		id: "8",
		title: "Limits"
	},
	{
		id: "9",
		title: "Versioning"
	}
];
const byId = tableOf(sections, (section) => section);
/** The section of a number. */
function section(id) {
	return byId[id];
}
export { section, sections };
