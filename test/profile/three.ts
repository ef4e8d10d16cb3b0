/** The profiles that a room full of rows is held over: the default, one that differs in nearly everything, and that of the depot. */
import { readFileSync } from 'node:fs';
import { completeProfile, defaultProfile, parseProfile } from '../../contracts/profile/index.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

export const depot = parseProfile(read('../foreign/profile.yaml'), 'profile.yaml');
/** As its maker would describe it, by hand. */
export const depotDescribed = read('../foreign/openapi.yaml');
const enveloped = parseProfile(read('../../contracts/profile/examples/enveloped.yaml'), 'enveloped.yaml');

export const three = [defaultProfile, completeProfile(enveloped), completeProfile(depot)];
