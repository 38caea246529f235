import { createServer, type Socket } from 'node:net';
import { listen } from '#db/runtime/free-port.ts';

/** A mail as the server took it. */
interface TakenMail {
  from: string;
  to: string;
  /** The whole message, headers first. */
  message: string;
}

/** How the server behaves at one step; anything not named goes well. */
interface SmtpBehaviour {
  /** Answers instead of the greeting, RCPT TO, DATA or the end of the message: '451 try again'. */
  greeting?: string;
  recipient?: string;
  data?: string;
  end?: string;
  /** Cuts the connection instead of answering the end of the message, which it has taken. */
  cutAfterMessage?: boolean;
}

export interface FakeSmtp {
  url: string;
  mails: TakenMail[];
  connections: number;
  behave: SmtpBehaviour;
  close(): Promise<void>;
}

/** A local mail server that speaks enough SMTP (RFC 5321) to take a mail, or to refuse it. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  const smtp: FakeSmtp = {
    url: '',
    mails: [],
    connections: 0,
    behave: {},
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    smtp.connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, smtp);
  });
  smtp.url = `smtp://127.0.0.1:${await listen(server)}`;
  return smtp;
}

function converse(socket: Socket, smtp: FakeSmtp): void {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let pending = '';
  let from = '';
  let to = '';
  let message: string | null = null;
  say(smtp.behave.greeting ?? '220 fake ESMTP');
  socket.on('data', (chunk) => {
    pending += chunk.toString();
    const lines = pending.split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (message === null) obey(line);
      else if (line !== '.') message += `${line}\r\n`;
      else endMessage(message);
    }
  });

  function obey(line: string): void {
    if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say(replyTo(line));
  }

  function replyTo(line: string): string {
    if (/^EHLO|^HELO/i.test(line)) return '250 fake';
    if (/^MAIL FROM:/i.test(line)) from = line.slice(10);
    if (/^RCPT TO:/i.test(line)) {
      to = line.slice(8);
      return smtp.behave.recipient ?? '250 ok';
    }
    if (line !== 'DATA') return '250 ok';
    const refusal = smtp.behave.data;
    if (!refusal) message = '';
    return refusal ?? '354 go on';
  }

  function endMessage(text: string): void {
    const refusal = smtp.behave.end;
    if (!refusal) smtp.mails.push({ from, to, message: text });
    message = null;
    if (smtp.behave.cutAfterMessage) socket.destroy();
    else say(refusal ?? '250 taken');
  }
}
