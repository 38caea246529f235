/** The one element that a page's script cannot work without; throws when the page lacks it. */
export function find<Found extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Found {
  const found = within.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** A new element with these properties and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Has the browser save a text as a file. */
export function saveAs(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
