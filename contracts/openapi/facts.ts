/**
 * The facts of records in the words of a description: what each is, the names that services give it, and a value for
 * examples. A description is written with the words and read by them and by the names.
 */
import type { FactName } from '../profile/facts.ts';
import type { ResourceName } from '../specification/records/kinds.ts';

export interface FactWords {
  /** Says what it is; a description has this sentence at its place. */
  readonly says: string;
  /** Names that services give it, each as one word in small letters: `deviceid`, also for `device_id` and `device/id`. */
  readonly names: string;
  /** A canonical value: whole-number ids, ms since 1970 UTC, km/h, m, km, degrees. */
  readonly example: unknown;
}

const at = Date.UTC(2026, 0, 5, 8);
const made = {
  createdAt: {
    says: 'When the record was made.',
    names: 'createdat created made createdon createdtime createddate creationdate datecreated madeat',
    example: at - 86_400_000,
  },
  modifiedAt: {
    says: 'When the record was changed last.',
    names:
      'modifiedat modified updatedat updated changed changedat touched lastmodified lastupdated updatedon modifiedon lastchange',
    example: at,
  },
};

export const factWords: { readonly [R in ResourceName]: { readonly [F in FactName<R>]: FactWords } } = {
  device: {
    id: {
      says: 'The id of the device.',
      names: 'id deviceid key no number uid uuid guid deviceno unitid trackerid vehicleid unitno ref',
      example: 1,
    },
    name: {
      says: 'The name of the device.',
      names: 'name label title caption devicename displayname unitname vehiclename',
      example: 'Van 1',
    },
    model: {
      says: 'The model of the device.',
      names: 'model devicemodel hardware hardwaremodel devicetype type trackermodel',
      example: 'FT-100',
    },
    licencePlate: {
      says: 'The number plate of the vehicle.',
      names:
        'licenceplate licenseplate plate numberplate plateno platenumber registration registrationnumber regno vehicleplate platereg',
      example: 'B AB 1001',
    },
    imei: {
      says: 'The IMEI of the device.',
      names: 'imei deviceimei serial serialnumber',
      example: '350000000000017',
    },
    phone: {
      says: 'The phone number of the SIM card.',
      names: 'phone sim phonenumber simnumber msisdn mobile simphone gsmnumber',
      example: '+491700000001',
    },
    groupId: {
      says: 'The id of the group that the device is in; none where it is in no group.',
      names: 'groupid group fleetid fleet crew crewid team teamid department departmentid',
      example: 1,
    },
    status: {
      says: 'Whether the device is in touch.',
      names: 'status state connection connectionstatus connectionstate onlinestatus connectivity',
      example: 'online',
    },
    licence: {
      says: 'Whether the device counts as a used licence, or is expired.',
      names:
        'licence license licencestate licensestate licencestatus licensestatus standing subscription subscriptionstatus licenceuse licenseuse',
      example: 'used',
    },
    expiresAt: {
      says: 'When the device expires; none where it does not.',
      names:
        'expiresat expires expiry expiration validuntil until licenceuntil licenseuntil expirytime expireson expirationtime',
      example: at + 86_400_000 * 90,
    },
    lastSeenAt: {
      says: 'When the device was heard of last; none where it never was.',
      names:
        'lastseenat lastseen seen seenat lastcontact lastcontactat lastactive lastactivity lastupdate lastheard',
      example: at,
    },
    expires: {
      says: 'Whether the device has an expiration date.',
      names: 'expires doesexpire hasexpiry expiryon expiryenabled expirationenabled isexpiring',
      example: true,
    },
    expirationDate: {
      says: 'The date on which the limits and the licence use expire.',
      names: 'expirationdate expirydate until date validuntil licencedate licensedate expiry expiration',
      example: '2026-04-05',
    },
    dailyEmail: {
      says: 'The most e-mails a day; none for no limit.',
      names:
        'dailyemail dailyemaillimit emaillimit mail email limitsmail dailymail maillimit emailsperday maxemail',
      example: 100,
    },
    dailySms: {
      says: 'The most SMS messages a day; none for no limit.',
      names: 'dailysms dailysmslimit smslimit sms limitssms smsperday maxsms',
      example: 20,
    },
    usageEmail: {
      says: 'E-mails sent today.',
      names:
        'usageemail emailusage mailsent emailsent mailtoday emailtoday emailstoday emailcount sentemail sentmail',
      example: 3,
    },
    usageSms: {
      says: 'SMS messages sent today.',
      names: 'usagesms smsusage smssent smstoday smscount sentsms',
      example: 1,
    },
  },
  location: {
    deviceId: {
      says: 'The id of the device.',
      names: 'deviceid device tracker trackerid unit unitid vehicle vehicleid',
      example: 1,
    },
    deviceTime: {
      says: "When the device was there, by the device's own time.",
      names:
        'devicetime time timestamp fixtime timefix fix at gpstime recordedat measuredat positiontime datetime recorded',
      example: at,
    },
    receivedAt: {
      says: 'When the service got it.',
      names: 'receivedat received servertime timeserver server arrivedat arrived storedat',
      example: at + 1_000,
    },
    latitude: { says: 'Latitude in degrees (WGS 84).', names: 'latitude lat y', example: 52.5163 },
    longitude: {
      says: 'Longitude in degrees (WGS 84).',
      names: 'longitude lon lng long x',
      example: 13.3777,
    },
    altitude: { says: 'Height above sea level', names: 'altitude alt elevation height', example: 34 },
    speed: {
      says: 'Speed',
      names:
        'speed velocity motionspeed movingspeed groundspeed knots mph kmh kph speedkmh speedmph speedknots speedkph',
      example: 50,
    },
    course: {
      says: 'Direction clockwise from north',
      names: 'course heading bearing direction azimuth motionheading movingheading',
      example: 90,
    },
    accuracy: {
      says: 'Radius of the uncertainty of the position',
      names: 'accuracy radius precision qualityradius horizontalaccuracy',
      example: 5,
    },
    satellites: {
      says: 'Number of satellites.',
      names: 'satellites sats satellitecount qualitysatellites satcount',
      example: 9,
    },
    ignition: {
      says: 'Whether the engine is on.',
      names: 'ignition engineignition ignitionon engine engineon',
      example: true,
    },
    battery: {
      says: 'Charge of the battery in percent.',
      names: 'battery batterylevel batterypercent charge',
      example: 96,
    },
    fuel: { says: 'Fuel in percent.', names: 'fuel fuellevel fuelpercent enginefuel', example: 61 },
    odometer: {
      says: 'Distance covered so far',
      names: 'odometer mileage totaldistance motionodometer distance',
      example: 18_250,
    },
    attributes: {
      says: 'Further facts of the device, free in form.',
      names: 'attributes extra data additional custom properties extras',
      example: { door: 'shut' },
    },
  },
  alert: {
    id: {
      says: 'The id of the alert.',
      names: 'id alertid key no number uid uuid guid ref alarmid incidentid',
      example: 1,
    },
    deviceId: {
      says: 'The id of the device.',
      names: 'deviceid device tracker trackerid unit unitid vehicle vehicleid',
      example: 1,
    },
    type: {
      says: 'The kind of the alert.',
      names: 'type kind code alerttype eventcode eventtype category alarmtype',
      example: 'sos',
    },
    severity: {
      says: 'How serious the alert is.',
      names: 'severity level priority importance eventlevel urgency',
      example: 'warning',
    },
    raisedAt: {
      says: 'When the alert was raised.',
      names: 'raisedat time raised at timestamp occurredat createdat created alerttime datetime',
      example: at,
    },
    latitude: { says: 'Latitude in degrees (WGS 84).', names: 'latitude lat y', example: 52.5163 },
    longitude: {
      says: 'Longitude in degrees (WGS 84).',
      names: 'longitude lon lng long x',
      example: 13.3777,
    },
    text: {
      says: 'What happened, in words.',
      names: 'text message says description eventmessage content note details body',
      example: 'The driver presses the button.',
    },
    channels: {
      says: 'By which channels users are told.',
      names: 'channels via notify channel notifyby notifyvia sendvia deliverby',
      example: ['email'],
    },
    notifications: {
      says: 'Who was told, by which channel, and what came of it.',
      names: 'notifications sent messages deliveries notified recipients',
      example: [{ channel: 'email', userId: 1, outcome: 'sent', reason: null }],
    },
  },
  group: {
    id: {
      says: 'The id of the group.',
      names: 'id groupid key no number uid uuid guid ref crewno crewid fleetid teamid groupno',
      example: 1,
    },
    name: {
      says: 'The name of the group.',
      names: 'name title label caption groupname displayname',
      example: 'Vans',
    },
    description: {
      says: 'What the group is for.',
      names: 'description notes memo note comment remarks details desc text',
      example: 'The vans of the depot',
    },
    deviceIds: {
      says: 'The ids of the devices in the group.',
      names:
        'deviceids devices members units deviceidlist memberids unitids vehicles vehicleids trackers trackerids',
      example: [1],
    },
    ...made,
  },
  user: {
    id: {
      says: 'The id of the user.',
      names: 'id userid key no number uid uuid guid ref userno personid accountid',
      example: 1,
    },
    name: {
      says: 'The name of the user.',
      names: 'name fullname full displayname username namefull personname',
      example: 'Ada Example',
    },
    email: {
      says: 'The e-mail address of the user.',
      names: 'email mail contactmail contactemail emailaddress mailaddress',
      example: 'ada@example.test',
    },
    phone: {
      says: 'The phone number of the user.',
      names: 'phone mobile contactmobile contactphone phonenumber telephone tel cell',
      example: '+491700000002',
    },
    country: {
      says: 'The code of the country of the user.',
      names: 'country countrycode regioncountry homecountry land nation',
      example: 'DE',
    },
    timeZone: {
      says: 'The time zone of the user.',
      names: 'timezone zone regionzone homezone tz timezoneid',
      example: 'Europe/Berlin',
    },
    groupIds: {
      says: 'The ids of the groups that the user is told of.',
      names: 'groupids groups fleets crews teams fleetids crewids teamids grouplist',
      example: [1],
    },
    notify: {
      says: 'By which channels the user is told.',
      names: 'notify via channels contactvia notifyby notifyvia notifications channel',
      example: ['email'],
    },
    disabled: {
      says: 'Whether the user is locked out.',
      names:
        'disabled locked blocked suspended deactivated isdisabled isblocked islocked inactive active enabled isactive',
      example: false,
    },
    password: {
      says: 'A password, which no reply shows.',
      names: 'password secret pass passphrase pwd',
      example: 'correct horse',
    },
    ...made,
  },
  country: {
    code: {
      says: 'The code of the country (ISO 3166-1 alpha-2).',
      names: 'code id countrycode key iso iso2 alpha2 isocode',
      example: 'DE',
    },
    name: { says: 'The name of the country.', names: 'name label title countryname', example: 'Germany' },
  },
  timeZone: {
    id: {
      says: 'The name of the time zone (IANA).',
      names: 'id tz timezoneid timezone zone zoneid key code iana',
      example: 'Europe/Berlin',
    },
    name: {
      says: 'The name of the time zone for people.',
      names: 'name label displayname title timezonename',
      example: 'Europe/Berlin',
    },
    offset: {
      says: 'How far the time zone is from UTC now.',
      names: 'offset utcoffset gmtoffset currentoffset',
      example: '+01:00',
    },
  },
};
