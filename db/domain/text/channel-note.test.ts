import { expect, test } from 'vitest';
import { channelFault, channelPost } from './channel-note.ts';

const note = { subject: 'A kettle is now $49', text: '<@everyone> & friends\nhttps://a.example/p' };

test.each([
  ['discord', { content: `${note.subject}\n${note.text}`, allowed_mentions: { parse: [] } }],
  ['slack', { text: 'A kettle is now $49\n&lt;@everyone&gt; &amp; friends\nhttps://a.example/p' }],
  ['gotify', { title: note.subject, message: note.text }],
] as const)('a note to %s', (channel, body) => {
  const url = 'https://chat.example/hook?token=abc';
  expect(channelPost(channel, url, note)).toEqual({ url, body });
});

test.each([
  ['https://ntfy.sh/my-topic', 'https://ntfy.sh/'],
  ['https://push.example/ntfy/my-topic/?auth=abc', 'https://push.example/ntfy/?auth=abc'],
])('a note to the topic of %s goes to its server', (url, server) => {
  const body = { topic: 'my-topic', title: note.subject, message: note.text };
  expect(channelPost('ntfy', url, note)).toEqual({ url: server, body });
});

test('a long text is cut to what every service takes', () => {
  const { body } = channelPost('discord', 'https://a.example', {
    subject: 's',
    text: '🫖'.repeat(5_000),
  });
  expect(JSON.stringify(body).length).toBeLessThan(2_000);
});

test.each([
  ['discord', 'http://discord.example/hook', 'https://'],
  ['slack', 'nonsense', 'https://'],
  ['gotify', 'https://me:secret@push.example/message', 'password'],
  ['ntfy', 'https://ntfy.sh/', 'topic'],
  ['ntfy', 'https://ntfy.sh/kettles', null],
] as const)('the address of %s %s', (channel, url, fault) => {
  if (fault === null) expect(channelFault(channel, url)).toBeNull();
  else expect(channelFault(channel, url)).toContain(fault);
});
