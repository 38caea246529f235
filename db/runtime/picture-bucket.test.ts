import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import { BucketFault, openPictureBucket, type PictureBucket } from './picture-bucket.ts';

const NAME = `${'0'.repeat(32)}-640.webp`;
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(() => {
  s3.broken = null;
  s3.objects.clear();
});

function open(settings: Partial<S3Server['settings']> = {}): PictureBucket {
  const bucket = openPictureBucket({ ...s3.settings, ...settings });
  if (!bucket) throw new Error('there are settings');
  return bucket;
}

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (fault: unknown) => (fault instanceof BucketFault ? fault.message : `no BucketFault: ${fault}`),
  );

test('returns a stored object byte for byte until it is removed', async () => {
  const bucket = open();
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  await bucket.put(NAME, bytes);
  expect([...s3.objects.keys()]).toEqual([`pictures/${NAME}`]);
  expect(await bucket.get(NAME)).toEqual(bytes);
  await bucket.remove(NAME);
  expect(await bucket.get(NAME)).toBeNull();
  await bucket.remove(NAME);
});

test('ignores a trailing slash of the endpoint', async () => {
  await open({ endpoint: `${s3.settings.endpoint}/` }).check();
  expect(s3.objects.size).toBe(0);
});

test.each([
  ['a wrong secret', { secretAccessKey: 'not-it' }, '403 SignatureDoesNotMatch'],
  ['a wrong key id', { accessKeyId: 'AKIDOTHER' }, '403 InvalidAccessKeyId'],
  ['a wrong region', { region: 'us-east-1' }, '403 AuthorizationHeaderMalformed'],
  ['a missing bucket', { bucket: 'another' }, '404 NoSuchBucket'],
] as const)('reports %s with the error code of the store', async (_what, settings, words) => {
  expect(await faultOf(open(settings).check())).toBe(`the bucket answers ${words}`);
});

test('throws BucketFault when the store is unreachable or fails, after one retry', async () => {
  expect(await faultOf(open({ endpoint: 'http://127.0.0.1:1' }).get(NAME))).toMatch(/^GET in the/);
  s3.broken = { status: 500 };
  const before = s3.requests.length;
  expect(await faultOf(open().get(NAME))).toBe('the bucket answers 500 InternalError');
  expect(s3.requests.length - before).toBe(2);
});

test('stops reading an object that is too large for a picture', async () => {
  s3.objects.set(`pictures/${NAME}`, Buffer.alloc(5 * 1024 * 1024));
  expect(await faultOf(open().get(NAME))).toContain('more than 4194304 bytes');
});

test('returns null without settings', () => {
  expect(openPictureBucket(null)).toBeNull();
});
