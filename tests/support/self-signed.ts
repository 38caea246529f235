import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its self-signed certificate, both PEM, for TLS servers that tests start. */
export interface TestCertificate {
  key: string;
  cert: string;
}

/** Issues a certificate for `dnsName`; a `validFrom`/`validTo` in the past makes an expired one. */
export function selfSigned(
  dnsName: string,
  validFrom = new Date(Date.now() - 86_400_000),
  validTo = new Date(Date.now() + 86_400_000),
): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), tlv(0x0c, Buffer.from(dnsName)))));
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const altNames = sequence(tlv(0x82, Buffer.from(dnsName)));
  const extensions = sequence(sequence(oid('551d11'), tlv(0x04, altNames)));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, Buffer.from([1])), // serial number
    ecdsaWithSha256,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  const certificate = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One DER value: tag, length, content (X.690 §8.1). */
function tlv(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => tlv(0x31, Buffer.concat(parts));
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));

function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return tlv(0x18, Buffer.from(text));
}
