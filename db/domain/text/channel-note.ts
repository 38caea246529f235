/* Notes as chat and push services expect them: a template each. */

/** Services that take a note by HTTP POST at an address of their own. */
export const CHANNELS = ['discord', 'slack', 'gotify', 'ntfy'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A note of plain text. */
export interface Note {
  subject: string;
  text: string;
}

interface Post {
  url: string;
  body: object;
}

/** Discord takes 2,000 characters, ntfy 4,096 bytes. */
const MOST_CHARS = 1_300;

const POSTS: Readonly<Record<Channel, (url: string, note: Note) => Post>> = {
  // Text of shops must mention nobody (https://discord.com/developers/docs/resources/webhook).
  discord: (url, { subject, text }) => ({
    url,
    body: { content: `${subject}\n${text}`, allowed_mentions: { parse: [] } },
  }),
  // Its three control characters (https://docs.slack.dev/messaging/formatting-message-text).
  slack: (url, { subject, text }) => ({ url, body: { text: forSlack(`${subject}\n${text}`) } }),
  gotify: (url, { subject, text }) => ({ url, body: { title: subject, message: text } }),
  // As JSON at the address above the topic's, because headers carry ASCII alone (https://docs.ntfy.sh/publish).
  ntfy: (url, { subject, text }) => {
    const server = new URL(url);
    const names = server.pathname.replace(/\/+$/, '').split('/');
    const topic = decodeURIComponent(names.pop() ?? '');
    server.pathname = `${names.join('/')}/`;
    return { url: server.href, body: { topic, title: subject, message: text } };
  },
};

/** The request that posts a note to a channel's address; long texts are cut. */
export function channelPost(channel: Channel, url: string, { subject, text }: Note): Post {
  const short = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
  return POSTS[channel](url, { subject, text: short });
}

/** What is wrong with a channel's address; null if nothing that can be seen without asking it. */
export function channelFault(channel: Channel, url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:') return 'Please give an address that begins with https://.';
  if (parsed.username || parsed.password) return 'Please give an address without a password.';
  if (channel === 'ntfy' && /^\/*$/.test(parsed.pathname))
    return 'Please give the address with the topic, such as https://ntfy.sh/my-topic.';
  return null;
}

function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
