/** The shipped stories as JSON, read beforehand: the build fills it in. Among the sources each is read from its text. */
export const prepared: { readonly [name: string]: string } = {};
