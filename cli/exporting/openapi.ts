/** `roadtest export openapi`: the public API as a profile has it, in OpenAPI 3.1, on standard output. */
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { Io } from '../command.ts';
import { readProfile } from '../verifying/profile.ts';

/** @throws CliError and ProfileError, each with a code; then nothing has been written */
export async function exportOpenApi(file: string | undefined, io: Io): Promise<void> {
  const profile = (await readProfile(file, io))?.profile ?? defaultProfile;
  io.json(writeOpenApi(profile), 2);
}
