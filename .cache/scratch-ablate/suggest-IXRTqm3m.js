import { t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
import { _ as suggestionBounds } from "./untrusted-BMhJLekw.js";
// contracts/kit/suggest.ts
var import_fastest_levenshtein = (/* @__PURE__ */ __commonJSMin(((exports) => {
	exports.__esModule = true;
	exports.distance = exports.closest = void 0;
	var peq = /* @__PURE__ */ new Uint32Array(65536);
	var myers_32 = function(a, b) {
		var n = a.length;
		var m = b.length;
		var lst = 1 << n - 1;
		var pv = -1;
		var mv = 0;
		var sc = n;
		var i = n;
		while (i--) peq[a.charCodeAt(i)] |= 1 << i;
		for (i = 0; i < m; i++) {
			var eq = peq[b.charCodeAt(i)];
			var xv = eq | mv;
			eq |= (eq & pv) + pv ^ pv;
			mv |= ~(eq | pv);
			pv &= eq;
			if (mv & lst) sc++;
			if (pv & lst) sc--;
			mv = mv << 1 | 1;
			pv = pv << 1 | ~(xv | mv);
			mv &= xv;
		}
		i = n;
		while (i--) peq[a.charCodeAt(i)] = 0;
		return sc;
	};
	var myers_x = function(b, a) {
		var n = a.length;
		var m = b.length;
		var mhc = [];
		var phc = [];
		var hsize = Math.ceil(n / 32);
		var vsize = Math.ceil(m / 32);
		for (var i = 0; i < hsize; i++) {
			phc[i] = -1;
			mhc[i] = 0;
		}
		var j = 0;
		for (; j < vsize - 1; j++) {
			var mv_1 = 0;
			var pv_1 = -1;
			var start_1 = j * 32;
			var vlen_1 = Math.min(32, m) + start_1;
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] |= 1 << k;
			for (var i = 0; i < n; i++) {
				var eq = peq[a.charCodeAt(i)];
				var pb = phc[i / 32 | 0] >>> i & 1;
				var mb = mhc[i / 32 | 0] >>> i & 1;
				var xv = eq | mv_1;
				var xh = ((eq | mb) & pv_1) + pv_1 ^ pv_1 | eq | mb;
				var ph = mv_1 | ~(xh | pv_1);
				var mh = pv_1 & xh;
				if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
				if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
				ph = ph << 1 | pb;
				mh = mh << 1 | mb;
				pv_1 = mh | ~(xv | ph);
				mv_1 = ph & xv;
			}
			for (var k = start_1; k < vlen_1; k++) peq[b.charCodeAt(k)] = 0;
		}
		var mv = 0;
		var pv = -1;
		var start = j * 32;
		var vlen = Math.min(32, m - start) + start;
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] |= 1 << k;
		var score = m;
		for (var i = 0; i < n; i++) {
			var eq = peq[a.charCodeAt(i)];
			var pb = phc[i / 32 | 0] >>> i & 1;
			var mb = mhc[i / 32 | 0] >>> i & 1;
			var xv = eq | mv;
			var xh = ((eq | mb) & pv) + pv ^ pv | eq | mb;
			var ph = mv | ~(xh | pv);
			var mh = pv & xh;
			score += ph >>> m - 1 & 1;
			score -= mh >>> m - 1 & 1;
			if (ph >>> 31 ^ pb) phc[i / 32 | 0] ^= 1 << i;
			if (mh >>> 31 ^ mb) mhc[i / 32 | 0] ^= 1 << i;
			ph = ph << 1 | pb;
			mh = mh << 1 | mb;
			pv = mh | ~(xv | ph);
			mv = ph & xv;
		}
		for (var k = start; k < vlen; k++) peq[b.charCodeAt(k)] = 0;
		return score;
	};
	var distance = function(a, b) {
		if (a.length < b.length) {
			var tmp = b;
			b = a;
			a = tmp;
		}
		if (b.length === 0) return a.length;
		if (a.length <= 32) return myers_32(a, b);
		return myers_x(a, b);
	};
	exports.distance = distance;
	var closest = function(str, arr) {
		var min_distance = Infinity;
		var min_index = 0;
		for (var i = 0; i < arr.length; i++) {
			var dist = distance(str, arr[i]);
			if (dist < min_distance) {
				min_distance = dist;
				min_index = i;
			}
		}
		return arr[min_index];
	};
	exports.closest = closest;
})))();
/** How many names a hint suggests, and how many it lists. */
const MOST_SUGGESTED = 3;
const MOST_LISTED = 12;
/**
* The candidates that are similar to what was written, the nearest first. A candidate is similar when at most a
* third of the letters differ (two of a short word, but never all), or when it contains the word.
*
* @example nearest('verfy', ['serve', 'verify']) // ['verify']
*/
function nearest(written, candidates, most = 1) {
	if (written === "" || written.length > suggestionBounds.characters) return [];
	const word = written.toLowerCase();
	const tolerance = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1);
	const near = [];
	for (const name of firstOf(candidates, suggestionBounds.candidates)) {
		const candidate = name.toLowerCase();
		const contains = word.length > 2 && candidate.includes(word);
		if (!contains && Math.abs(candidate.length - word.length) > tolerance) continue;
		const score = contains ? Math.min(tolerance, candidate.length - word.length) : (0, import_fastest_levenshtein.distance)(word, candidate);
		if (score <= tolerance) near.push({
			name,
			score
		});
	}
	return near.sort((a, b) => a.score - b.score).slice(0, most).map(({ name }) => name);
}
/** A hint that goes on after a colon: `did you mean "a"?`; `undefined` when no candidate is near. */
function didYouMean(written, candidates) {
	const [near] = nearest(written, candidates);
	return near === void 0 ? void 0 : `did you mean "${near}"?`;
}
/** A hint that is a sentence: `Did you mean a or b?`, at most three; `undefined` when no candidate is near. */
function suggestion(written, candidates) {
	const near = nearest(written, candidates, MOST_SUGGESTED);
	return near.length > 0 ? `Did you mean ${near.join(" or ")}?` : void 0;
}
/** The same as `didYouMean`, or else the candidates there are; `undefined` when there are none. */
function didYouMeanOneOf(written, candidates) {
	const names = firstOf(candidates, suggestionBounds.candidates);
	if (names.length === 0) return void 0;
	const more = names.length > MOST_LISTED ? ", …" : "";
	return didYouMean(written, names) ?? `there are: ${names.slice(0, MOST_LISTED).join(", ")}${more}`;
}
function firstOf(names, most) {
	const first = [];
	for (const name of names) {
		if (first.length === most) break;
		first.push(name);
	}
	return first;
}
export { suggestion as i, didYouMeanOneOf as n, nearest as r, didYouMean as t };
