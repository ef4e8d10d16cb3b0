/**
 * Usual names of the field, as data: what APIs of fleets call things. A name alone decides nothing: the values under it have
 * to be of the kind as well, and of two places that fit equally well neither is taken.
 *
 * Names are compared without case and signs, the most usual first. One that has two parts (`contactmail`) is the name of a
 * field and of the object around it.
 */
import type { ErrorFact } from '../specification/openings/errors.ts';
import type { limitFacts, RecordFacts } from '../specification/records/index.ts';

type Names<Facts> = { readonly [Fact in keyof Facts]?: readonly string[] };

const made = ['createdat', 'created', 'createdon', 'creationdate', 'datecreated', 'createtime', 'made'];
const changed = [
  ...['modifiedat', 'updatedat', 'modified', 'updated', 'changed', 'changedat', 'lastmodified'],
  ...['lastupdated', 'touched', 'updatetime'],
];

export const factNames: { readonly [R in keyof RecordFacts]: Names<RecordFacts[R]> } = {
  device: {
    id: [
      'id',
      'deviceid',
      'uuid',
      'uid',
      'guid',
      'key',
      'metakey',
      'no',
      'number',
      'deviceno',
      'unitid',
      'code',
    ],
    name: ['name', 'devicename', 'displayname', 'title', 'label', 'caption', 'alias'],
    model: ['model', 'devicemodel', 'hardwaremodel', 'modelname'],
    licencePlate: [
      ...['licenceplate', 'licenseplate', 'plate', 'platenumber', 'plateno', 'numberplate', 'regno'],
      ...['registration', 'registrationnumber', 'vehicleplate'],
    ],
    imei: ['imei', 'imeinumber'],
    phone: ['phone', 'phonenumber', 'msisdn', 'sim', 'simnumber', 'mobile'],
    groupId: [
      'groupid',
      'group',
      'fleetid',
      'fleet',
      'crew',
      'crewid',
      'team',
      'teamid',
      'folderid',
      'groupkey',
    ],
    status: ['status', 'state', 'connectionstatus', 'connection'],
    licence: [
      'licence',
      'license',
      'licencestate',
      'licensestate',
      'licencestatus',
      'licensestatus',
      'standing',
    ],
    expiresAt: [
      'expiresat',
      'expires',
      'expiry',
      'expirydate',
      'expirationdate',
      'validuntil',
      'licenceuntil',
      'licenseuntil',
    ],
    lastSeenAt: [
      'lastseenat',
      'lastseen',
      'seen',
      'seenat',
      'lastcontact',
      'lastcontactat',
      'lastactive',
      'lastonline',
    ],
  },
  location: {
    deviceId: [
      'deviceid',
      'device',
      'unitid',
      'unit',
      'trackerid',
      'tracker',
      'vehicleid',
      'vehicle',
      'assetid',
    ],
    deviceTime: [
      ...[
        'devicetime',
        'fixtime',
        'timefix',
        'gpstime',
        'time',
        'timestamp',
        'recordedat',
        'measuredat',
        'at',
        'ts',
      ],
    ],
    receivedAt: ['receivedat', 'received', 'servertime', 'timeserver', 'receivedtime'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'lng', 'lon', 'long'],
    altitude: ['altitude', 'alt', 'elevation', 'height'],
    speed: ['speed', 'velocity'],
    course: ['course', 'heading', 'bearing', 'direction'],
    accuracy: ['accuracy', 'qualityradius', 'precision', 'accuracyradius'],
    satellites: ['satellites', 'sats', 'satellitecount', 'numsats'],
    ignition: ['ignition', 'ignitionon', 'engineon', 'acc'],
    battery: ['battery', 'batterylevel', 'batterypercent'],
    fuel: ['fuel', 'fuellevel', 'fuelpercent'],
    odometer: ['odometer', 'mileage', 'totaldistance'],
  },
  alert: {
    id: [
      'id',
      'alertid',
      'uuid',
      'uid',
      'guid',
      'key',
      'metakey',
      'ref',
      'alarmid',
      'incidentid',
      'no',
      'number',
    ],
    deviceId: [
      'deviceid',
      'device',
      'unitid',
      'unit',
      'trackerid',
      'tracker',
      'vehicleid',
      'vehicle',
      'assetid',
    ],
    type: ['type', 'kind', 'alerttype', 'eventtype', 'eventcode', 'code', 'category', 'alarmtype'],
    severity: ['severity', 'level', 'eventlevel', 'priority', 'importance', 'urgency'],
    raisedAt: ['raisedat', 'raised', 'time', 'timestamp', 'occurredat', 'createdat', 'at', 'alerttime'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'lng', 'lon', 'long'],
    text: ['text', 'message', 'eventmessage', 'says', 'description', 'details', 'note', 'body'],
    channels: ['channels', 'via', 'channel', 'notifyby', 'notify', 'sendvia'],
    notifications: ['notifications', 'deliveries', 'sent', 'notified'],
  },
  group: {
    id: [
      'id',
      'groupid',
      'uuid',
      'uid',
      'guid',
      'key',
      'metakey',
      'groupno',
      'no',
      'number',
      'crewno',
      'teamid',
      'code',
    ],
    name: ['name', 'groupname', 'title', 'label', 'caption', 'displayname'],
    description: ['description', 'notes', 'note', 'memo', 'comment', 'remark', 'remarks', 'desc'],
    deviceIds: [
      'deviceids',
      'devices',
      'members',
      'memberids',
      'units',
      'unitids',
      'trackers',
      'vehicles',
      'assets',
    ],
    createdAt: made,
    modifiedAt: changed,
  },
  user: {
    id: ['id', 'userid', 'uuid', 'uid', 'guid', 'key', 'metakey', 'userno', 'no', 'number'],
    name: ['name', 'fullname', 'displayname', 'namefull', 'full'],
    email: ['email', 'emailaddress', 'mail', 'contactmail', 'contactemail', 'mailaddress'],
    phone: ['phone', 'phonenumber', 'mobile', 'telephone', 'contactphone', 'contactmobile', 'tel'],
    country: ['country', 'countrycode', 'regioncountry', 'homecountry', 'land', 'nation'],
    timeZone: ['timezone', 'zone', 'tz', 'timezoneid', 'regionzone', 'homezone'],
    groupIds: ['groupids', 'groups', 'fleets', 'fleetids', 'crews', 'teams', 'teamids'],
    notify: ['notify', 'notifyby', 'contactvia', 'via', 'channels', 'notifications'],
    disabled: ['disabled', 'locked', 'blocked', 'isdisabled', 'suspended'],
    password: ['password', 'secret', 'passphrase', 'pass', 'pwd'],
    createdAt: made,
    modifiedAt: changed,
  },
  country: {
    code: ['code', 'countrycode', 'isocode', 'iso', 'iso2', 'alpha2', 'id', 'key'],
    name: ['name', 'countryname', 'label', 'title', 'displayname'],
  },
  timeZone: {
    id: ['id', 'timezoneid', 'timezone', 'zone', 'tz', 'key', 'code', 'metakey', 'name'],
    name: ['name', 'displayname', 'label', 'title', 'description'],
    offset: ['offset', 'utcoffset', 'gmtoffset'],
  },
};

export const limitNames: Names<typeof limitFacts> = {
  expires: ['expires', 'hasexpiry', 'expiryenabled', 'licenceexpires', 'licenseexpires'],
  expirationDate: ['expirationdate', 'expirydate', 'licencedate', 'licensedate'],
  dailyEmail: ['dailyemail', 'dailyemaillimit', 'emaillimit', 'emailsperday', 'maxemailsperday'],
  dailySms: ['dailysms', 'dailysmslimit', 'smslimit', 'smsperday', 'maxsmsperday'],
  usageEmail: ['usageemail', 'emailusage', 'emailssent', 'emailssenttoday', 'emailstoday'],
  usageSms: ['usagesms', 'smsusage', 'smssent', 'smssenttoday', 'smstoday'],
};

/** Names of the place where a list has its records, beside those of the resource itself. */
export const listNames = [
  'items',
  'data',
  'results',
  'records',
  'list',
  'content',
  'rows',
  'entries',
  'values',
  'elements',
];
/** Names of a resource; many of them with an `s`. */
export const resourceNames: { readonly [resource: string]: readonly string[] } = {
  device: ['device', 'unit', 'tracker', 'vehicle', 'asset'],
  group: ['group', 'fleet', 'crew', 'team', 'folder'],
  user: ['user', 'person', 'member', 'account', 'contact'],
};
/** Where else a body may have what it is about. */
export const bodyNames = ['data', 'item', 'attributes', 'payload'];

export const pageNames = {
  total: [
    'total',
    'totalcount',
    'totalitems',
    'totalrecords',
    'totalresults',
    'recordcount',
    'totalelements',
  ],
  next: ['next', 'nextcursor', 'nextpage', 'nextpagetoken', 'nexttoken', 'cursor', 'after', 'continuation'],
  page: ['page', 'pagenumber', 'currentpage', 'pageno', 'pageindex'],
  pages: ['pages', 'totalpages', 'pagecount', 'numpages', 'lastpage'],
};

/** Parameters of lists that are tried, by what they would be for. */
export const queryNames = {
  limit: ['limit', 'pageSize', 'per_page', 'size', 'take', 'top', 'count', 'page_size', 'perPage'],
  offset: ['offset', 'skip', 'start', 'from'],
  page: ['page', 'pageNo', 'p', 'pageNumber', 'page_number'],
  cursor: ['cursor', 'after', 'next', 'pageToken', 'page_token', 'continuation'],
  group: ['group', 'groupId', 'group_id', 'fleet', 'fleetId', 'crew', 'team'],
};

export const errorNames: { readonly [Fact in ErrorFact]: readonly string[] } = {
  type: ['type'],
  title: ['title'],
  status: ['status', 'statuscode', 'httpstatus'],
  code: ['code', 'errorcode', 'errcode'],
  detail: ['detail', 'message', 'errormessage', 'description', 'reason', 'why', 'text', 'error', 'msg'],
  field: ['field', 'fieldname', 'parameter', 'pointer', 'property'],
  success: ['success'],
};

/** Fields beside a record that may be kept with their value: they say how a call went, and nothing of who is behind it. */
export const constantNames: ReadonlySet<string> = new Set([
  ...['success', 'ok', 'error', 'errors', 'status', 'code', 'version', 'apiversion', 'kind', 'type', 'took'],
  ...['result', 'resulttype', 'warnings', 'object'],
]);

/** Headers that a reply has for reasons of its way, not of what it is about. */
export const usualHeaders =
  /^(access-control-|cache-control|connection|content-|date$|etag|expires|keep-alive|last-modified|link$|location|pragma|retry-after|server$|set-cookie|strict-transport|transfer-|vary|via$|x-(request|correlation|trace|content|frame|powered|xss|ratelimit|total|control|amz|cache|roadtest)|ratelimit|alt-svc|cf-|age$|referrer-policy|permissions-policy|cross-origin|origin-agent|traceparent|expect-ct|nel|report-to|proxy-|deprecation|sunset)/;
