/*
 * Product pictures in a bucket of an S3-compatible store (AWS, MinIO, Garage, R2 …). The worker writes, the site reads; its address
 * stays private. aws4fetch signs requests (Signature Version 4) and is loaded with the first call.
 */
import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
import { messageOf } from '#domain/errors.ts';
import { PICTURE_PATH } from '#domain/picture-url.ts';
import type { Config } from './config.ts';

/** Enough for a picture of 60 KB over a slow line; a shopper's page does not wait longer. */
const PATIENCE_MS = 5_000;
/** Far above a picture of 640 px. */
const LARGEST_BYTES = 4 * 1024 * 1024;
const PROBE = 'probe';

/** The store failed: unreachable, or it rejects our key. */
export class BucketFault extends Error {
  override readonly name = 'BucketFault';
}

/** Objects by their name, such as '<hash>-640.webp'. Every call throws BucketFault. */
export type PictureBucket = NonNullable<ReturnType<typeof openPictureBucket>>;

/** The configured bucket; null without one. Object names start with 'pictures/', addressed by path (https://endpoint/bucket/pictures/…). */
export function openPictureBucket(settings: Config['s3']) {
  if (!settings) return null;
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const folder = `${endpoint.replace(/\/+$/, '')}/${bucket}${PICTURE_PATH}`;
  let client: Promise<AwsClient> | null = null;

  async function open(): Promise<AwsClient> {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 });
  }

  async function call(method: string, name: string, bytes?: Uint8Array): Promise<Response> {
    try {
      client ??= open();
      return await (await client).fetch(folder + name, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          // Otherwise aws4fetch leaves the body unsigned.
          'x-amz-content-sha256': createHash('sha256')
            .update(bytes ?? '')
            .digest('hex'),
          ...(bytes && { 'content-type': 'image/webp' }),
        },
        ...(bytes && { body: Buffer.from(bytes) }),
      });
    } catch (cause) {
      throw new BucketFault(`${method} in the bucket failed: ${messageOf(cause)}`, { cause });
    }
  }

  /** Throws BucketFault for any other status, with the store's own error code, which points at wrong settings. */
  async function expectStatus(answer: Response, ...fine: number[]): Promise<void> {
    if (fine.includes(answer.status)) return;
    const code = /<Code>(\w+)</.exec(await answer.text().catch(() => ''))?.[1];
    throw new BucketFault(`the bucket answers ${answer.status}${code ? ` ${code}` : ''}`);
  }

  /** Reads the body. Throws BucketFault when it breaks off or is too large for a picture. */
  async function wholeBody(answer: Response): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of answer.body ?? []) {
        length += chunk.length;
        if (length > LARGEST_BYTES) throw new Error(`more than ${LARGEST_BYTES} bytes`);
        chunks.push(chunk);
      }
    } catch (cause) {
      throw new BucketFault(`reading from the bucket failed: ${messageOf(cause)}`, { cause });
    }
    return Buffer.concat(chunks);
  }

  const self = {
    async put(name: string, bytes: Uint8Array): Promise<void> {
      const answer = await call('PUT', name, bytes);
      await expectStatus(answer, 200, 201, 204);
      await answer.body?.cancel();
    },
    /** Null where there is no such object. */
    async get(name: string): Promise<Buffer | null> {
      const answer = await call('GET', name);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      await expectStatus(answer, 200);
      return wholeBody(answer);
    },
    async remove(name: string): Promise<void> {
      const answer = await call('DELETE', name);
      await expectStatus(answer, 200, 204, 404);
      await answer.body?.cancel();
    },
    /** Writes, reads and deletes one object. */
    async check(): Promise<void> {
      await self.put(PROBE, Buffer.from(PROBE));
      const read = await self.get(PROBE);
      if (read?.toString() !== PROBE)
        throw new BucketFault('the bucket returned other bytes than were stored');
      await self.remove(PROBE);
    },
  };
  return self;
}
