/**
 * Takes Node's own `localStorage` and `sessionStorage` away before the pages are loaded. Node has them since 25
 * without a file to keep anything in; the pages' stores would take them for a browser's, and Node warns of each
 * such reading. Deleting does not read.
 */
export function removeWebStorage(): void {
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
}
