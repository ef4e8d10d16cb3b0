/** The types of imported files that are not scripts, as the build makes them. */
declare module '*.css';
declare module '*?url' {
  /** Address at which the page finds the file. */
  const address: string;
  export default address;
}
