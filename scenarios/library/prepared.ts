/** What shipped stories are read as, in JSON: the build fills it in. Among the sources each is read from its text. */
export const prepared: { readonly [name: string]: string } = {};
