/** The compiler's diagnostics for files of a project. */
import { dirname } from 'node:path';
import { API, type Diagnostic } from 'typescript/unstable/sync';

/** Errors in some of the files: to check all that they import of others takes many times as long. */
export function errorsIn(config: string, isChecked: (file: string) => boolean): string[] {
  const api = new API({ cwd: dirname(config) });
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error(`there is no project ${config}`);
  const { program } = project;
  const files = program.getSourceFileNames().filter(isChecked);
  if (files.length === 0) throw new Error(`${config} has none of the files`);
  const found = [
    ...program.getProgramDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  api.close();
  return found.map((one) => `${one.fileName}: ${textOf(one)}`);
}

/** The words of an error, and what led to it. */
export function textOf({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map((message) => message.text)].join(' ');
}
