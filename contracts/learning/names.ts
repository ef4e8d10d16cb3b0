/**
 * Usual names of the field, as data: what APIs of fleets call things. A name alone decides nothing: the values under it have
 * to be of the kind as well, and of two places that fit equally well neither is taken.
 *
 * Names are compared without case and signs, the most usual first. One that has two parts (`contactmail`) is the name of a
 * field and of the object around it.
 */
import type { ErrorFact } from '../specification/openings/errors.ts';
import type { limitFacts, RecordFacts } from '../specification/records/index.ts';

/** Many words stand on a line. */
const words = (text: string): readonly string[] => text.split(' ');

type Names<Facts> = { readonly [Fact in keyof Facts]?: readonly string[] };

const made = words('createdat created createdon creationdate datecreated createtime made');
const changed = words(
  'modifiedat updatedat modified updated changed changedat lastmodified lastupdated touched updatetime',
);

const ofDevice = words('deviceid device unitid unit trackerid tracker vehicleid vehicle assetid');
const place = { latitude: words('latitude lat'), longitude: words('longitude lng lon long') };

export const factNames: { readonly [R in keyof RecordFacts]: Names<RecordFacts[R]> } = {
  device: {
    id: words('id deviceid uuid uid guid key metakey no number deviceno unitid code'),
    name: words('name devicename displayname title label caption alias'),
    model: words('model devicemodel hardwaremodel modelname'),
    licencePlate: words(
      'licenceplate licenseplate plate platenumber plateno numberplate regno registration registrationnumber vehicleplate',
    ),
    imei: words('imei imeinumber'),
    phone: words('phone phonenumber msisdn sim simnumber mobile'),
    groupIds: words('groupids groups fleets fleetids crews crewids teams teamids folders memberships'),
    groupId: words('groupid group fleetid fleet crew crewid team teamid folderid groupkey'),
    status: words('status state connectionstatus connection'),
    licence: words('licence license licencestate licensestate licencestatus licensestatus standing'),
    expiresAt: words(
      'expiresat expires expiry expirydate expirationdate validuntil licenceuntil licenseuntil',
    ),
    lastSeenAt: words('lastseenat lastseen seen seenat lastcontact lastcontactat lastactive lastonline'),
  },
  location: {
    deviceId: ofDevice,
    deviceTime: words('devicetime fixtime timefix gpstime time timestamp recordedat measuredat at ts'),
    receivedAt: words('receivedat received servertime timeserver receivedtime'),
    ...place,
    altitude: words('altitude alt elevation height'),
    speed: words('speed velocity'),
    course: words('course heading bearing direction'),
    accuracy: words('accuracy qualityradius precision accuracyradius'),
    satellites: words('satellites sats satellitecount numsats'),
    ignition: words('ignition ignitionon engineon acc'),
    battery: words('battery batterylevel batterypercent'),
    fuel: words('fuel fuellevel fuelpercent'),
    odometer: words('odometer mileage totaldistance'),
  },
  alert: {
    id: words('id alertid uuid uid guid key metakey ref alarmid incidentid no number'),
    deviceId: ofDevice,
    type: words('type kind alerttype eventtype eventcode code category alarmtype'),
    severity: words('severity level eventlevel priority importance urgency'),
    raisedAt: words('raisedat raised time timestamp occurredat createdat at alerttime'),
    ...place,
    text: words('text message eventmessage says description details note body'),
    channels: words('channels via channel notifyby notify sendvia'),
    notifications: words('notifications deliveries sent notified'),
  },
  group: {
    id: words('id groupid uuid uid guid key metakey groupno no number crewno teamid code'),
    name: words('name groupname title label caption displayname'),
    description: words('description notes note memo comment remark remarks desc'),
    deviceIds: words('deviceids devices members memberids units unitids trackers vehicles assets'),
    createdAt: made,
    modifiedAt: changed,
  },
  user: {
    id: words('id userid uuid uid guid key metakey userno no number'),
    name: words('name fullname displayname namefull full'),
    email: words('email emailaddress mail contactmail contactemail mailaddress'),
    phone: words('phone phonenumber mobile telephone contactphone contactmobile tel'),
    country: words('country countrycode regioncountry homecountry land nation'),
    timeZone: words('timezone zone tz timezoneid regionzone homezone'),
    groupIds: words('groupids groups fleets fleetids crews teams teamids'),
    notify: words('notify notifyby contactvia via channels notifications'),
    disabled: words('disabled locked blocked isdisabled suspended'),
    password: words('password secret passphrase pass pwd'),
    createdAt: made,
    modifiedAt: changed,
  },
  country: {
    code: words('code countrycode isocode iso iso2 alpha2 id key'),
    name: words('name countryname label title displayname'),
  },
  timeZone: {
    id: words('id timezoneid timezone zone tz key code metakey name'),
    name: words('name displayname label title description'),
    offset: words('offset utcoffset gmtoffset'),
  },
};

export const limitNames: Names<typeof limitFacts> = {
  expires: words('expires hasexpiry expiryenabled licenceexpires licenseexpires'),
  expirationDate: words('expirationdate expirydate licencedate licensedate'),
  dailyEmail: words('dailyemail dailyemaillimit emaillimit emailsperday maxemailsperday'),
  dailySms: words('dailysms dailysmslimit smslimit smsperday maxsmsperday'),
  usageEmail: words('usageemail emailusage emailssent emailssenttoday emailstoday'),
  usageSms: words('usagesms smsusage smssent smssenttoday smstoday'),
};

/** Names of the place where a list has its records, beside those of the resource itself. */
export const listNames = words('items data results records list content rows entries values elements');
/** Names of a resource; many of them with an `s`. */
export const resourceNames: { readonly [resource: string]: readonly string[] } = {
  device: words('device unit tracker vehicle asset'),
  group: words('group fleet crew team folder'),
  user: words('user person member account contact'),
};
/** Names under which a body may hold its subject. */
export const bodyNames = words('data item attributes payload');

export const pageNames = {
  total: words('total totalcount totalitems totalrecords totalresults recordcount totalelements'),
  next: words('next nextcursor nextpage nextpagetoken nexttoken cursor after continuation'),
  page: words('page pagenumber currentpage pageno pageindex'),
  pages: words('pages totalpages pagecount numpages lastpage'),
};

/** Parameters of lists that are tried, by what they would be for. */
export const queryNames = {
  limit: words('limit pageSize per_page size take top count page_size perPage'),
  offset: words('offset skip start from'),
  page: words('page pageNo p pageNumber page_number'),
  cursor: words('cursor after next pageToken page_token continuation'),
  group: words('group groupId group_id fleet fleetId crew team'),
};

export const errorNames: { readonly [Fact in ErrorFact]: readonly string[] } = {
  type: words('type'),
  title: words('title'),
  status: words('status statuscode httpstatus'),
  code: words('code errorcode errcode'),
  detail: words('detail message errormessage description reason why text error msg'),
  field: words('field fieldname parameter pointer property'),
  success: words('success'),
};

/** Fields beside a record that may be kept with their value: they say how a call went, and nothing of who is behind it. */
export const constantNames: ReadonlySet<string> = new Set(
  words(
    'success ok error errors status code version apiversion kind type took result resulttype warnings object',
  ),
);

/** Headers that a reply has for reasons of its way, not of what it is about. */
export const usualHeaders =
  /^(access-control-|cache-control|connection|content-|date$|etag|expires|keep-alive|last-modified|link$|location|pragma|retry-after|server$|set-cookie|strict-transport|transfer-|vary|via$|x-(request|correlation|trace|content|frame|powered|xss|ratelimit|total|control|amz|cache|roadtest)|ratelimit|alt-svc|cf-|age$|referrer-policy|permissions-policy|cross-origin|origin-agent|traceparent|expect-ct|nel|report-to|proxy-|deprecation|sunset)/;
