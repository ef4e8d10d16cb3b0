/** What every script begins with. Fixed text: it holds nothing of a run. */
import { ID } from './made-ids.ts';

export const prelude = `set -u
: "\${ROADTEST_USER_NAME:?is not set: this script signs in with it}" "\${ROADTEST_API_KEY:?is not set: this script signs in with it}"
command -v curl > /dev/null || { echo 'curl is not installed' >&2; exit 2; }
umask 077
work=$(mktemp -d) || exit 2
differs=0
own_ids=none
free_before=''
# The proxies and the certificate authority that roadtest takes from the environment.
[ -z "\${HTTP_PROXY:-}" ] || export http_proxy="\${http_proxy:-$HTTP_PROXY}"
[ -z "\${http_proxy:-}" ] || [ -n "\${HTTPS_PROXY:-}" ] || export https_proxy="\${https_proxy:-$http_proxy}"
[ -z "\${NODE_EXTRA_CA_CERTS:-}" ] || export CURL_CA_BUNDLE="\${CURL_CA_BUNDLE:-$NODE_EXTRA_CA_CERTS}"

in_json() { printf '%s' "$1" | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g'; }
user_name=$(in_json "$ROADTEST_USER_NAME")
api_key=$(in_json "$ROADTEST_API_KEY")

# Times: a text as seconds, and days and seconds as texts.
dates='
function days(y, m, d) { if (m < 3) { y--; m += 12 } return 365 * y + int(y / 4) - int(y / 100) + int(y / 400) + int((153 * (m - 3) + 2) / 5) + d - 719469 }
function seconds(t) { return days(substr(t, 1, 4) + 0, substr(t, 6, 2) + 0, substr(t, 9, 2) + 0) * 86400 + substr(t, 12, 2) * 3600 + substr(t, 15, 2) * 60 + substr(t, 18, 2) }
function date(z, e, o, y, p, m) {
  z += 719468; e = int(z / 146097); o = z - e * 146097
  y = int((o - int(o / 1460) + int(o / 36524) - int(o / 146096)) / 365)
  o -= 365 * y + int(y / 4) - int(y / 100)
  p = int((5 * o + 2) / 153); m = p < 10 ? p + 3 : p - 9
  return sprintf("%04d-%02d-%02d", y + e * 400 + (m < 3), m, o - int((153 * p + 2) / 5) + 1)
}'
# The present of the deployment: the date of its last answer.
read_present() {
  now=$(tr -d '\\r' < "$work/head" | awk "$dates"'
tolower($1) == "date:" { print seconds(sprintf("%04d-%02d-%02dT%s", $5, (index("JanFebMarAprMayJunJulAugSepOctNovDec", $4) + 2) / 3, $3, $6)); exit }')
  [ -n "$now" ] || now=$(date +%s)
}
day() { awk -v at=$((now / 86400 + $1)) "$dates"'BEGIN { printf "%s", date(at) }'; }
moment() { awk -v at=$((now + $1)) "$dates"'BEGIN { s = at % 86400; printf "%sT%02d:%02d:%02d", date(int(at / 86400)), s / 3600, s % 3600 / 60, s % 60 }'; }

# send STATUS ARGUMENTS: one request, and what was recorded of it.
send() {
  recorded=$1
  shift
  : > "$work/head"
  : > "$work/body"
  status=$(curl -q -sS -g --path-as-is --proto '=http,https' --max-time 60 -D "$work/head" -o "$work/body" -w '%{http_code}' "$@") || status=none
  read_present
  echo "   answered $status, recorded $recorded"
}
unlike() {
  differs=1
  echo "   $1"
}
must_match() { [ "$status" = "$recorded" ] || unlike 'the status differs from the recording'; }
show() { head -c 2000 "$work/body" | LC_ALL=C tr -cd '\\012\\040-\\176' | sed 's/^/   | /'; echo; }

# A body without what differs from run to run: times count from the present, and what the deployment makes up is left out.
plain() {
  tr -d '\\r\\n' | LC_ALL=C sed -E "s/\\"([A-Za-z_-]*([Aa]uthorization|[Kk]ey|[Pp]ass[a-z]*|[Ss]ecret|[Tt]oken))\\" *: *\\"[^\\"]+\\"/\\"\\\\1\\":*/g; s/\\"($made_up)\\" *: *(\\"[^\\"]*\\"|[^][{},]+)/\\"\\\\1\\":*/g" | LC_ALL=C awk -v now="$1" "$dates"'
function near(s) { return sprintf("%d", s / 450 + (s < 0 ? -0.5 : 0.5)) }
{
  out = ""
  while (match($0, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]([T ][0-9][0-9]:[0-9][0-9]:[0-9][0-9]([.][0-9]+)?(Z|[+-][0-9][0-9]:?[0-9][0-9])?)?/)) {
    t = substr($0, RSTART, RLENGTH); rest = substr(t, 20); sub(/[0-9]+/, "", rest)
    at = length(t) > 10 && substr(t, 12, 8) != "00:00:00" ? substr(t, 11, 1) rest near(seconds(t) - now) : int(seconds(t) / 86400) - int(now / 86400) " days"
    out = out substr($0, 1, RSTART - 1) "<" at ">"; $0 = substr($0, RSTART + RLENGTH)
  }
  $0 = out $0; out = ""
  while (match($0, /[0-9]+/)) {
    t = substr($0, RSTART, RLENGTH); s = length(t) == 13 ? t / 1000 : t
    if ((length(t) == 10 || length(t) == 13) && s > 1e9 && s < 2e10) t = "<" near(s - now) ">"
    out = out substr($0, 1, RSTART - 1) t; $0 = substr($0, RSTART + RLENGTH)
  }
  print out $0
}'
}
# All of it, its form at the top, what is of the own records, or totals as they differ from the first.
whole() { cat; }
form() { LC_ALL=C awk '{
  gsub(/\\\\./, "_"); gsub(/: *"[^"]*"/, ":*"); gsub(/: *(null|-?[0-9][0-9.eE+-]*)/, ":*")
  while (match($0, /[{[][^][{}]*[]}]/) && RSTART > 1) $0 = substr($0, 1, RSTART - 1) "_" substr($0, RSTART + RLENGTH)
  gsub(/_(, *_)+/, "_"); print
}'; }
own() { tr '{}' '\\n\\n' | grep -E "$mark|[,:\\"[] *($own_ids)( *[],\\"]|$)"; }
totals() { awk -v first="$work/first.$1.$2" 'BEGIN { while ((getline n < first) > 0) base[++known] = n }
{
  out = ""; i = 0
  while (match($0, /[0-9]+([.][0-9]+)?/)) {
    n = substr($0, RSTART, RLENGTH)
    if (!known) print n > first
    out = out substr($0, 1, RSTART - 1) (known ? n - base[++i] : 0); $0 = substr($0, RSTART + RLENGTH)
  }
  print out $0
}'; }
# expects PRESENT BODY FIELDS PART: whether a part of the body is as recorded at that time.
expects() {
  then=$1 recorded_body=$2 made_up=$3
  shift 3
  printf '%s' "$recorded_body" | plain "$then" | "$@" was > "$work/was"
  plain "$now" < "$work/body" | "$@" is > "$work/is"
  cmp -s "$work/was" "$work/is" || unlike 'the body differs from the recording'
}
# free_licences NUMBER ARGUMENTS: the total with which so many licences are free, as the body of the next request.
free_licences() {
  free=$1
  shift
  send any "$@" > "$work/said"
  total=$(tr -d '\\r\\n' < "$work/body" | sed -nE 's/.*"total" *: *([0-9]+).*/\\1/p')
  used=$(tr -d '\\r\\n' < "$work/body" | sed -nE 's/.*"used" *: *([0-9]+).*/\\1/p')
  [ -n "$total" ] && [ -n "$used" ] || stop 'the licences cannot be read'
  [ -n "$free_before" ] || free_before=$((total - used))
  total=$((used + free))
  printf '{"licences":{"total":%s}}' $((total < 0 ? 0 : total)) > "$work/sent"
}
keep_id() { own_ids="$own_ids|$(printf '%s' "$1" | sed 's/[.]/[.]/g')"; }

keep_token() {
  token=$(tr -d '\\r\\n' < "$work/body" | sed -nE 's/.*"token" *: *"([A-Za-z0-9._~+\\/=-]+)".*/\\1/p')
  [ -n "$token" ] && printf 'authorization: Bearer %s\\n' "$token" | tee "$work/token\${1:-}" > "$work/token"
}
# Tokens that are altered in one thing.
signed() { printf '%s' "$token" | sed -E "$1"; }
part() { printf '%s' "$token" | cut -d . -f "$1"; }
decoded() {
  text=$(part "$1" | tr '_-' '/+')
  case $((\${#text} % 4)) in 2) text="$text==" ;; 3) text="$text=" ;; esac
  printf '%s' "$text" | base64 -d
}
encoded() { base64 | tr -d '=\\n' | tr '/+' '_-'; }
other_payload() { printf '%s.%s.%s' "$(part 1)" "$(decoded 2 | sed 's/}$/,"nonce":"roadtest"}/' | encoded)" "$(part 3)"; }
other_signature() { signed 's/A(...)$/B\\1/; t
s/.(...)$/A\\1/'; }
other_algorithm() { printf '%s.%s.' "$(decoded 1 | sed -E 's/("alg" *: *")[^"]*/\\1'"$1"'/' | encoded)" "$(part 2)"; }

id_in_location() { tr -d '\\r' < "$work/head" | sed -nE 's/^[Ll]ocation: *.*\\/(${ID}+)\\/?$/\\1/p'; }
id_alone() { tr -d '" \\r\\n' < "$work/body" | sed -nE 's/^(${ID}+)$/\\1/p'; }
id_named() { tr ',{}' '\\n\\n\\n' < "$work/body" | sed -nE "s/^[^\\"]*\\"$1\\" *: *\\"?(${ID}*).*/\\1/p" | sed -n "$2p"; }
end_unlike() { echo 'Not repeated: an answer differed from the recording.'; exit 1; }
stop() { [ $differs = 0 ] || end_unlike; echo "$1" >&2; exit 2; }
`;
