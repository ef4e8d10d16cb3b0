/** Breakages that a default run does not show, or not by its own rule, with the reason. */
const reasons: { readonly [why: string]: readonly string[] } = {
  'Each of these is tried with other values, in another channel, or beside other settings alone.': [
    'leaves disabled records out in the list of users',
    'lets the counter of SMS be set to 0',
  ],
  'Another rule is named for it, since a default run has few and long histories.': [
    'counts a changed limit from the change on by sms',
    'counts SMS towards the limit of e-mails once one was sent',
    'accepts the user name alone, with an empty key',
    'shows digits as a number in the name of a group',
    'writes days as moments in the name of a group',
    'puts an apostrophe before what a table would calculate in the name of a group',
    'answers the create of a group whose description is known with that one',
    'writes the name of a PATCH into the group that was created first',
    'keeps a limit that is taken away by sms',
    'starts counters again when a limit is set',
    'counts one licence for two devices',
    'shows no more licences as available after an expiry than before',
    'counts an activation that it refuses',
    'refuses an activation, and carries it out',
    'activates each device once',
    'takes no licence at the second activation of a device',
    'at most doubles a limit at once by email',
    'writes the country of a PATCH into users of the same time zone',
    'never expires on a Sunday',
    'counts a device that was given limits twice',
    'takes tomorrow where Expires is switched on without a date',
    'keeps Expires on where it is switched off and the date stays',
    'writes a PATCH into all users of the same name',
    'moves no date later by more than a week',
    'never creates a user that is disabled',
  ],
  'It is suspected alone: what comes of it could be the doing of another client, or did not come again.': [
    'records a location for the device that was made last',
    'records a location for devices whose id begins alike',
    "expires at once where the day of the month is smaller than today's",
    'lets only one device expire on a date',
    'sets the expiry of a device for the first one, too',
  ],
  'An opening that the profile pins is found otherwise, or an answer cannot be read: no rule is found broken.':
    [
      'accepts a request with an empty object',
      'answers the list of groups with 200 and a failure in the body',
      'lists no country in a body that is an empty object',
      'answers the time zones with an empty body',
      'lists the ids of devices without their prefix',
      'writes ampersands as HTML does in the name of a group',
      'keeps groups that have devices',
      'sends without a limit after an activation',
      'expires two days late',
      'expires two days early',
    ],
  'No such credentials are tried.': [
    "accepts user name and key in each other's place",
    'accepts the key alone, with an empty user name',
    'accepts any new user with a key of its own',
  ],
  'A run replaces a token that is refused, and reports no failure for that.': [
    'takes each token for 60 calls alone',
  ],
  'It cannot be told from a service that answers everyone alike.': ['takes "countries" for the id of a user'],
  'No such list is read before the change, or with a filter.': [
    'finds only the devices that have a group',
    'lists users with the phone that they had when they were listed first',
  ],
  'No such id is tried, or what becomes of it is taken for open.': [
    'takes locations of unknown devices',
    'takes a latitude or longitude of 0 for a missing one',
  ],
  'No such text is written by a default run.': [
    'takes a plus for a blank in the email of a user',
    'takes a text in brackets for a list in the name of a user',
  ],
  'Limits and counts of a default run are small, and a part of what is sent at once may be withheld.': [
    'stops counting at nine by email',
    'knows no limit of more than ten by sms',
    'knows no limit of a hundred or more by email',
    'keeps limits in a byte by sms',
    'sends no more than fifty a day, whatever the limit by email',
    'sends no SMS once the e-mails of the day are ten',
  ],
  'It is chance which devices of a run are next to each other.': [
    'counts the messages of a device for the device after it, too',
  ],
  'A limit that was never read as it was set may be a failure of the control.': [
    'sets only the first of two limits that are set at once',
  ],
  'Dates are moved by several days.': ['moves no date later by one day', 'moves no date earlier by one day'],
  'Activations of these kinds are not tried, or what comes of them may be the doing of others.': [
    'lets a device expire again when time goes on after its activation',
    'activates where more licences are in use than there are',
    'activates no device that was made after the licence was released',
  ],
};

/** The reason by what a breakage does. */
export const missed: { readonly [does: string]: string } = Object.fromEntries(
  Object.entries(reasons).flatMap(([why, rows]) => rows.map((does) => [does, why])),
);
