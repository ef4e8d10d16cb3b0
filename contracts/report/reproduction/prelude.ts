/** What every script begins with. Fixed text: it holds nothing of a run. */
import { ID } from './made-ids.ts';

export const prelude = `set -u
: "\${ROADTEST_USER_NAME:?is not set}" "\${ROADTEST_API_KEY:?is not set}"
command -v curl > /dev/null || { echo 'curl is not installed' >&2; exit 2; }
umask 077
work=$(mktemp -d) || exit 2
mark="r$(date +%s)$$"
differs=0

in_json() { printf '%s' "$1" | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g'; }
user_name=$(in_json "$ROADTEST_USER_NAME")
api_key=$(in_json "$ROADTEST_API_KEY")

# send STATUS ARGUMENTS: one request, and whether it is answered as recorded.
send() {
  recorded=$1
  shift
  : > "$work/head"
  : > "$work/body"
  status=$(curl -q -sS -g --path-as-is --proto '=http,https' --max-time 60 -D "$work/head" -o "$work/body" -w '%{http_code}' "$@") || status=none
  echo "   answered $status, recorded $recorded"
}
must_match() { [ "$status" = "$recorded" ] || differs=1; }
show() { head -c 2000 "$work/body" | LC_ALL=C tr -cd '\\012\\040-\\176' | sed 's/^/   | /'; echo; }

keep_token() {
  token=$(tr -d '\\r\\n' < "$work/body" | sed -nE 's/.*"token" *: *"([A-Za-z0-9._~+\\/=-]+)".*/\\1/p')
  [ -n "$token" ] && printf 'authorization: Bearer %s\\n' "$token" > "$work/token"
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
other_algorithm() { printf '%s.%s.' "$(decoded 1 | sed -E "s/("alg" *: *")[^"]*/\\1$1/" | encoded)" "$(part 2)"; }
other_kind() { case $(decoded 1) in *'"HS'*) other_algorithm RS256 ;; *) other_algorithm HS256 ;; esac; }

id_in_location() { tr -d '\\r' < "$work/head" | sed -nE 's/^[Ll]ocation: *.*\\/(${ID}+)\\/?$/\\1/p'; }
id_alone() { tr -d '" \\r\\n' < "$work/body" | sed -nE 's/^(${ID}+)$/\\1/p'; }
id_named() { tr ',{}' '\\n\\n\\n' < "$work/body" | sed -nE "s/^[^\\"]*\\"$1\\" *: *\\"?(${ID}*).*/\\1/p" | sed -n "$2p"; }
stop() { echo "$1" >&2; exit 2; }
`;
