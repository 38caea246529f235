import { escapeHtml } from './escape-html.ts';
import { visibleText } from './visible-text.ts';

/** Escapes text for element content or an attribute, without characters that XML 1.0 forbids even when escaped (§2.2). */
export function xmlText(text: string): string {
  return escapeHtml(visibleText(text).replace(/[\uFFFE\uFFFF]/g, ''));
}

/** '<title>R&amp;D</title>' */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
