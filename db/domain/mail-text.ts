import { SITE_NAME } from './site-name.ts';

/** A mail ready to send, in both forms. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says. Paragraphs are plain text; `unsubscribeUrl` is required of every mail that is not a service message. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Why this person gets this mail. */
  because: string;
  unsubscribeUrl?: string;
}

/**
 * Sets a mail in text and HTML, with who sends it, why, and how to stop it (Spam Act 2003 (Cth) ss 17–18).
 * All values are escaped. `contact` is the sender's address.
 */
export function composeMail(content: MailContent, contact: string): MailText {
  const { action } = content;
  const footer = [
    content.because,
    `${SITE_NAME}, Australia. Contact: ${contact}`,
    ...(content.unsubscribeUrl ? [`Unsubscribe: ${content.unsubscribeUrl}`] : []),
  ];
  const text = [
    ...content.paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \n${footer.join('\n')}`,
  ].join('\n\n');
  const html = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>${escapeHtml(content.subject)}</title>
<body style="margin:0;padding:24px;background:#FBF9F4;color:#1B2430;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #E4DFD3;border-radius:10px">
<p style="margin:0 0 16px;font-weight:700">${SITE_NAME}</p>
${content.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${action ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#1B2430;color:#fff;border-radius:10px;text-decoration:none">${escapeHtml(action.label)}</a></p>` : ''}
</main>
<footer style="max-width:560px;margin:16px auto;font-size:13px;color:#56606E">
<p>${escapeHtml(content.because)}</p><p>${SITE_NAME}, Australia. Contact: ${escapeHtml(contact)}</p>
${content.unsubscribeUrl ? `<p><a href="${escapeHtml(content.unsubscribeUrl)}" style="color:#1D5C9B">Unsubscribe</a></p>` : ''}
</footer></body></html>`;
  return { subject: content.subject, text, html };
}

/** The address that ends a mail's kind, from the last line of its text form; null when the mail has none. */
export function unsubscribeUrlOf(text: string): string | null {
  return /^Unsubscribe: (https?:\/\/\S+)$/.exec(text.split('\n').at(-1) ?? '')?.[1] ?? null;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
