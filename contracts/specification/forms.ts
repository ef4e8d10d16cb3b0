/**
 * Texts and numbers of a form, such as durations and places in a payload: what the answers to openings and the
 * rest of a profile are put together from. `x-code` is the stable code of the issue when something is not of
 * its form, and the description says in that issue what it should be. What no pattern can tell is checked by the `format`.
 */
import { integer, refer, string } from '../kit/schema.ts';

function form(code: string, description: string, pattern: string, format?: string) {
  return string({ 'x-code': code, description, pattern, ...(format && { format }) });
}

function status(description: string, minimum: number, maximum: number) {
  return integer({ 'x-code': 'STATUS_INVALID', description, minimum, maximum });
}

function headerName(format?: string) {
  return form('HEADER_INVALID', 'the name of an HTTP header', "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", format);
}

function duration(format: string, note = '') {
  return form(
    'DURATION_INVALID',
    `an ISO 8601 duration such as PT1H or P1D, without years and months${note}`,
    '^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$',
    format,
  );
}

export const forms = {
  pointer: form(
    'POINTER_INVALID',
    'a JSON Pointer such as /data/id; empty for the whole payload',
    '^(/([^~/]|~[01])*)*$',
    'json-pointer',
  ),
  duration: duration('fixed-duration'),
  delay: duration('delay', '; it may be zero'),
  timeOfDay: form('TIME_OF_DAY_INVALID', 'a time of day HH:MM such as 04:00', '^([01]\\d|2[0-3]):[0-5]\\d$'),
  momentOfDate: form(
    'TIME_OF_DAY_INVALID',
    '`start` or `end` of the date, or a time of day HH:MM such as 18:00',
    '^(start|end|([01]\\d|2[0-3]):[0-5]\\d)$',
  ),
  timeZone: string({
    description: 'an IANA time zone such as Europe/Berlin, or `account` for that of the account',
    minLength: 1,
    format: 'zone-name',
  }),
  offset: form('OFFSET_INVALID', 'Z, or an offset such as +02:00', '^(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$'),
  headerName: headerName(),
  /** A header that the server does not write by itself. */
  answerHeader: headerName('header-name'),
  headerValue: form(
    'HEADER_INVALID',
    'the value of an HTTP header, in one line',
    '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
  ),
  mediaType: form(
    'MEDIA_TYPE_INVALID',
    'a media type such as application/json',
    '^[\\w.+-]+/[\\w.+-]+(; ?[\\w.+-]+=[\\w.+-]+)*$',
  ),
  basePath: form(
    'BASE_PATH_INVALID',
    'empty, or a path such as /fleet/v2 without a slash at its end',
    "^(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*$",
  ),
  environmentName: form(
    'ENVIRONMENT_NAME_INVALID',
    'the name of an environment variable, such as FLEETCTL_TOKEN',
    '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
  ),
  countName: form('COUNT_INVALID', 'a count such as 0 or 15, or null for none', '^(null|0|[1-9]\\d{0,8})$'),
  method: form('METHOD_INVALID', 'an HTTP method in capitals', '^[A-Z]+$'),
  successStatus: status('a status from 200 to 299', 200, 299),
  anyStatus: status('a status from 200 to 599', 200, 599),
};

export type FormName = keyof typeof forms;

/** A text or number of the form, by reference. */
export function ref<Name extends FormName>(name: Name) {
  return refer(name, forms[name]);
}
