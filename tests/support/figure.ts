/** Prints a measured figure for the table of `npm run faults`. */
export function figure(text: string): void {
  console.info(`figure: ${text}`);
}
