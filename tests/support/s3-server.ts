import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '#db/runtime/free-port.ts';

const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const REGION = 'ap-southeast-2';
const BUCKET = 'pictures-of-tests';
const SKEW_MS = 15 * 60_000;

/** A store that speaks the part of S3 that we use, and refuses what is not signed as Amazon says (Signature Version 4). */
export interface S3Server {
  /** What openPictureBucket takes. */
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** Objects by key. */
  objects: Map<string, Buffer>;
  /** 'PUT /bucket/key', as they came. */
  requests: string[];
  /** While set, every request is answered with this status, or hangs (0). */
  broken: { status: number } | null;
  close(): Promise<void>;
}

/** Starts a store on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const http = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const answer = (status: number, content: string | Buffer = '') => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(content);
    };
    if (self.broken?.status === 0) return;
    if (self.broken) return answer(self.broken.status, '<Error><Code>InternalError</Code></Error>');
    const fault = faultOf(request, body);
    if (fault) return answer(403, `<Error><Code>${fault}</Code></Error>`);
    const [, bucket, ...key] = path.split('/');
    if (bucket !== BUCKET) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const name = key.join('/');
    if (request.method === 'PUT') {
      objects.set(name, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return answer(204);
    }
    const object = objects.get(name);
    return object ? answer(200, object) : answer(404, '<Error><Code>NoSuchKey</Code></Error>');
  });
  const endpoint = `http://127.0.0.1:${await listen(http)}`;
  const self: S3Server = {
    settings: {
      endpoint,
      bucket: BUCKET,
      region: REGION,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
    objects,
    requests,
    broken: null,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return self;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Amazon's word for what is wrong with a request; null for a sound one. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, id, day = '', region = '', signed = '', signature] = given;
  if (id !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const at = String(headers['x-amz-date']);
  const time = Date.parse(at.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < SKEW_MS))
    return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) {
    return 'AccessDenied';
  }
  const canonical = [
    request.method,
    ...String(request.url).split('?').slice(0, 1),
    '',
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day));
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
