/** What is asked of a package that is installed by hand (`npm ci --prefix test/mutation`). */
declare module '@stryker-mutator/instrumenter' {
  interface File {
    name: string;
    content: string;
  }
  interface Place {
    line: number;
    column: number;
  }
  interface MadeMutant {
    id: string;
    fileName: string;
    mutatorName: string;
    location: { start: Place; end: Place };
    replacement: string;
  }
  export class Instrumenter {
    constructor(logger: object);
    instrument(
      files: readonly (File & { mutate: boolean })[],
      options: { plugins: null; excludedMutations: string[]; ignorers: [] },
    ): Promise<{ mutants: MadeMutant[]; files: File[] }>;
  }
}
