/** What the build makes of files that are not scripts. */
declare module '*.css';
declare module '*?url' {
  /** Where the page finds the file. */
  const address: string;
  export default address;
}
