import { r as rowOf } from "./option-names-BqlZd731.js";
import { c as tableOf, t as column } from "./tables-3ck2--37.js";
// contracts/kit/items.ts
/** Items of lists that must be there. */
/**
* The item at a place where there must be one.
*
* @throws RangeError where there is none: a fault of ours, never of input
* @example itemAt(['a', 'b'], 1) // 'b'
*/
function itemAt(list, index) {
	const item = list[index];
	if (item === void 0) throw new RangeError(`A list of ${list.length} has no item ${index}.`);
	return item;
}
// contracts/specification/operations.ts
/** The operations of the interface (section 4), each with the method and path it is served at. */
const auth = {
	family: "auth",
	section: "4.1",
	guarded: false,
	pathId: null
};
const devices = {
	family: "devices",
	section: "4.2",
	guarded: true,
	pathId: null
};
const groups = {
	family: "groups",
	section: "4.2",
	guarded: true,
	pathId: null
};
const users = {
	family: "users",
	section: "4.2",
	guarded: true,
	pathId: null
};
const oneDevice = {
	...devices,
	pathId: "device"
};
const oneGroup = {
	...groups,
	pathId: "group"
};
const oneUser = {
	...users,
	pathId: "user"
};
const rows = [
	{
		id: "issueToken",
		method: "POST",
		path: "/api/Auth/Token",
		...auth,
		success: 200,
		summary: "Trade user name and API key for a bearer token."
	},
	{
		id: "listDevices",
		method: "GET",
		path: "/api/devices",
		...devices,
		lists: "devices",
		success: 200,
		summary: "List the devices."
	},
	{
		id: "readDevice",
		method: "GET",
		path: "/api/devices/{deviceId}",
		...oneDevice,
		reads: "device",
		success: 200,
		summary: "Read one device."
	},
	{
		id: "lastLocation",
		method: "GET",
		path: "/api/devices/{deviceId}/lastLocation",
		...oneDevice,
		reads: "location",
		success: 200,
		summary: "Read where a device was last."
	},
	{
		id: "postLocations",
		method: "POST",
		path: "/api/devices/{deviceId}/locations",
		...oneDevice,
		writes: "location",
		success: 200,
		summary: "Post to the locations of a device."
	},
	{
		id: "postAlerts",
		method: "POST",
		path: "/api/devices/{deviceId}/alerts",
		...oneDevice,
		writes: "alert",
		success: 200,
		summary: "Post to the alerts of a device."
	},
	{
		id: "listGroups",
		method: "GET",
		path: "/api/groups",
		...groups,
		lists: "groups",
		success: 200,
		summary: "List the groups."
	},
	{
		id: "createGroup",
		method: "POST",
		path: "/api/groups",
		...groups,
		writes: "group",
		success: 201,
		summary: "Create a group."
	},
	{
		id: "readGroup",
		method: "GET",
		path: "/api/groups/{groupId}",
		...oneGroup,
		reads: "group",
		success: 200,
		summary: "Read one group."
	},
	{
		id: "replaceGroup",
		method: "PUT",
		path: "/api/groups/{groupId}",
		...oneGroup,
		writes: "group",
		success: 200,
		summary: "Replace a group by new content."
	},
	{
		id: "updateGroup",
		method: "PATCH",
		path: "/api/groups/{groupId}",
		...oneGroup,
		writes: "group",
		success: 200,
		summary: "Change some fields of a group."
	},
	{
		id: "deleteGroup",
		method: "DELETE",
		path: "/api/groups/{groupId}",
		...oneGroup,
		writes: "group",
		success: 204,
		summary: "Delete a group."
	},
	{
		id: "listUsers",
		method: "GET",
		path: "/api/users",
		...users,
		lists: "users",
		success: 200,
		summary: "List the users."
	},
	{
		id: "createUser",
		method: "POST",
		path: "/api/users",
		...users,
		writes: "user",
		success: 201,
		summary: "Create a user."
	},
	{
		id: "listCountries",
		method: "GET",
		path: "/api/users/countries",
		...users,
		lists: "countries",
		success: 200,
		summary: "List the countries a user can have."
	},
	{
		id: "listTimeZones",
		method: "GET",
		path: "/api/users/timeZones",
		...users,
		lists: "timeZones",
		success: 200,
		summary: "List the time zones a user can have."
	},
	{
		id: "readUser",
		method: "GET",
		path: "/api/users/{userId}",
		...oneUser,
		reads: "user",
		success: 200,
		summary: "Read one user."
	},
	{
		id: "replaceUser",
		method: "PUT",
		path: "/api/users/{userId}",
		...oneUser,
		writes: "user",
		success: 200,
		summary: "Replace a user by new content."
	},
	{
		id: "updateUser",
		method: "PATCH",
		path: "/api/users/{userId}",
		...oneUser,
		writes: "user",
		success: 200,
		summary: "Change some fields of a user."
	},
	{
		id: "deleteUser",
		method: "DELETE",
		path: "/api/users/{userId}",
		...oneUser,
		writes: "user",
		success: 204,
		summary: "Delete a user."
	}
];
/**
* All 20 operations, in the order of the document.
*
* @example
* import { operations } from 'roadtest/specification';
*
* console.log(operations.length); // 20
*/
const operations = rows;
/** The 19 operations that take a bearer token. */
const guardedOperations = operations.filter((row) => row.guarded);
/** The operations on groups and on users, whose records are created, read, replaced, updated and deleted alike. */
const familyOperations = {
	group: {
		list: "listGroups",
		create: "createGroup",
		read: "readGroup",
		replace: "replaceGroup",
		update: "updateGroup",
		delete: "deleteGroup"
	},
	user: {
		list: "listUsers",
		create: "createUser",
		read: "readUser",
		replace: "replaceUser",
		update: "updateUser",
		delete: "deleteUser"
	}
};
/** The list that each of these operations returns. */
const listedBy = column(rows, "lists");
/** The resource that each of these operations reads one of. */
const readBy = column(rows, "reads");
/** The resource that each of these operations makes or changes one of. */
const writtenBy = column(rows, "writes");
/** The operations that make or change something. */
const writeOperations = guardedOperations.filter((row) => Object.hasOwn(writtenBy, row.id));
const byId = tableOf(operations, (row) => row);
/**
* The operation of an id.
*
* @throws OptionError for an id that no operation has
*
* @example
* import { operation } from 'roadtest/specification';
*
* console.log(operation('listDevices').path); // /api/devices
*/
function operation(id) {
	return rowOf(byId, id, "operation");
}
/**
* The same id, known to be that of an operation that takes a token.
*
* @throws RangeError for any other: a fault of ours, never of input
*/
function guardedOperation(id) {
	return itemAt(guardedOperations.filter((row) => row.id === id), 0).id;
}
export { operation as a, writeOperations as c, listedBy as i, writtenBy as l, guardedOperation as n, operations as o, guardedOperations as r, readBy as s, familyOperations as t, itemAt as u };
