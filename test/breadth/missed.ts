/** Breakages that a default run does not show, or not by its own rule, with the reason. */
const reasons: { readonly [why: string]: readonly string[] } = {
  'The document leaves it open, or a value is refused: no rule is broken.': [
    'leaves disabled records out in the list of users',
    'takes a plus for a blank in the email of a user',
    'writes ampersands as HTML does in the name of a group',
    'lets a device expire again when time goes on after its activation',
  ],
  'Another rule is named for it, since a default run has few and long histories.': [
    'counts a changed limit from the change on by sms',
    'counts SMS towards the limit of e-mails once one was sent',
    'accepts the user name alone, with an empty key',
    'accepts the key alone, with an empty user name',
    'accepts any new user with a key of its own',
    'lists users with the phone that they had when they were listed first',
    'shows digits as a number in the name of a group',
    'writes days as moments in the name of a group',
    'puts an apostrophe before what a table would calculate in the name of a group',
    'writes the name of a PATCH into the group that was created first',
    'keeps a limit that is taken away by sms',
    'starts counters again when a limit is set',
    'takes the date away in place of switching Expires off, if one is given',
    'switches Expires on where a date is given',
    'sets the expiry of a device for the one that was made last, too',
    'shows no more licences as available after an expiry than before',
    'counts an activation that it refuses',
    'refuses an activation, and carries it out',
    'takes no licence at the second activation of a device',
    'at most doubles a limit at once by email',
    'counts a device that was given limits twice',
    'takes tomorrow where Expires is switched on without a date',
    'keeps Expires on where it is switched off and the date stays',
    'never creates a user that is disabled',
    'lists the ids of devices without their prefix',
  ],
  'It is suspected alone: what comes of it could be the doing of another client, or did not come again.': [
    'records a location for the device that was made last',
    "expires at once where the day of the month is smaller than today's",
    'lets only one device expire on a date',
    'forgets the third location of each device',
  ],
  'An opening that the profile pins is found otherwise, or an answer cannot be read: no rule is found broken.':
    [
      'answers the list of groups with 200 and a failure in the body',
      'takes "countries" for the id of a user',
      'keeps groups that have devices',
      'sends without a limit after an activation',
    ],
  'No such id is tried, or what becomes of it is taken for open.': [
    'takes locations of unknown devices',
    'takes a latitude or longitude of 0 for a missing one',
  ],
  'Limits and counts of a default run are small, and a part of what is sent at once may be withheld.': [
    'stops counting at nine by email',
    'knows no limit of more than ten by sms',
    'knows no limit of a hundred or more by email',
    'sends no more than fifty a day, whatever the limit by email',
    'sends no SMS once the e-mails of the day are ten',
  ],
  'A limit that was never read as it was set may be a failure of the control.': [
    'sets only the first of two limits that are set at once',
    'keeps a limit where the first one of a device is set by sms',
  ],
  'Activations of these kinds are not tried, or what comes of them may be the doing of others.': [
    'activates no device that was made after the licence was released',
  ],
};

/** The reason by what a breakage does. */
export const missed: { readonly [does: string]: string } = Object.fromEntries(
  Object.entries(reasons).flatMap(([why, rows]) => rows.map((does) => [does, why])),
);
