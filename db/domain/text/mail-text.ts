import { escapeHtml } from './escape-html.ts';
import { SITE_NAME } from './site-name.ts';
import { visibleText, withoutUnseen } from './visible-text.ts';

export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail ready to send, in both forms. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Content of a mail. Paragraphs are plain text; every mail that is not a service message requires `unsubscribeUrl`. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Why this person gets this mail. */
  because: string;
  unsubscribeUrl?: string;
}

/* The site's colours as literals, because mail programs support no custom properties. */
const DARK = `@media (prefers-color-scheme:dark){.paper{background:#10151C!important;color:#EEF1F4!important}
.card{background:#18202A!important;border-color:#2A3542!important}.muted{color:#A3AFBC!important}.link{color:#7DB7F0!important}}`;
const MARK =
  'display:inline-block;width:24px;margin-right:8px;background:#F2B705;color:#1B2430;border-radius:4px;text-align:center';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#F2B705;color:#1B2430;border-radius:10px;font-weight:600;text-decoration:none';

/** Composes a mail as text and HTML with sender, reason and unsubscribe link (Spam Act 2003 (Cth) ss 17–18). Escapes values and drops invisible characters. */
export function composeMail(content: MailContent, contact: string): MailText {
  const { action } = content;
  const subject = visibleText(content.subject);
  const paragraphs = content.paragraphs.map(withoutUnseen);
  const footer = [
    content.because,
    `${SITE_NAME}, Australia. Contact: ${contact}`,
    ...(content.unsubscribeUrl ? [`Unsubscribe: ${content.unsubscribeUrl}`] : []),
  ];
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \n${footer.join('\n')}`,
  ].join('\n\n');
  const html = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK}</style>
<body class="paper" style="margin:0;padding:24px 16px;background:#FBF9F4;color:#1B2430;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<main class="card" style="max-width:512px;margin:0 auto;padding:24px;background:#fff;border:1px solid #E4DFD3;border-radius:10px">
<p style="margin:0 0 24px;font-weight:700"><span style="${MARK}">R</span>${SITE_NAME}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;letter-spacing:-.01em">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${action ? `<p style="margin:24px 0 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>` : ''}
</main>
<footer class="muted" style="max-width:512px;margin:0 auto;padding:16px 25px;font-size:14px;color:#56606E">
<p style="margin:0 0 8px">${escapeHtml(content.because)}</p>
<p style="margin:0 0 8px">${SITE_NAME}, Australia. Contact: ${escapeHtml(contact)}</p>
${content.unsubscribeUrl ? `<p style="margin:0"><a class="link" href="${escapeHtml(content.unsubscribeUrl)}" style="color:#1D5C9B">Unsubscribe</a></p>` : ''}
</footer></body></html>`;
  return { subject, text, html };
}

/** The unsubscribe address in the last line of a mail's text form; null without one. */
export function unsubscribeUrlOf(text: string): string | null {
  return /^Unsubscribe: (https?:\/\/\S+)$/.exec(text.split('\n').at(-1) ?? '')?.[1] ?? null;
}
