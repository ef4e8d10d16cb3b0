/** Learning from a description in OpenAPI: a file, as JSON or YAML. */
import { documentBounds } from '../../contracts/kit/bounds.ts';
import { DocumentError, readDocument } from '../../contracts/kit/document.ts';
import { JsonError, jsonIn, refuseManyValues } from '../../contracts/kit/json.ts';
import type { Source } from '../../contracts/learning/learned.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { CliError, type Io, warn } from '../command.ts';
import { readText } from '../serving/reading.ts';

/** @throws CliError OPENAPI_INVALID, and as `readText` */
export async function fromDescription(file: string, io: Io): Promise<Source> {
  const text = await readText(file, 'description', io);
  const { findings, notes, unread } = readOpenApi(documentIn(text, file));
  for (const part of unread) warn(`${file}: ${part}`, io);
  if (findings.length === 0) throw invalid(file, notes.at(-1) ?? 'nothing of the interface is described');
  return { findings, notes, from: `the description ${file}` };
}

function documentIn(text: string, file: string): unknown {
  try {
    // Values of YAML are counted as it is read.
    if (/^\s*\{/.test(text)) refuseManyValues([text], documentBounds.openapi.values);
    const json = jsonIn(text);
    if (json !== undefined) return json;
    return readDocument(text, documentBounds.openapi).data;
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof JsonError)) throw error;
    throw invalid(file, error.message.split('\n', 1)[0] ?? '');
  }
}

function invalid(file: string, why: string): CliError {
  return new CliError('OPENAPI_INVALID', `The description ${file} cannot be learned from: ${why}`, {
    hint: 'It has to be one in OpenAPI 3.0 or 3.1, as JSON or YAML, of the paths of the interface.',
  });
}
