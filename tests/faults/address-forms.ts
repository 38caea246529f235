/*
 * Spellings of addresses that must never be visited. `LOOPBACK_HOSTS` would reach a server on this machine, `PRIVATE_HOSTS` its
 * neighbours or its cloud's metadata.
 */

/** Texts between '//' and the port that lead to this machine. */
export const LOOPBACK_HOSTS = [
  ...`
    127.0.0.1 127.0.0.1. 127.1 127.0.1 127.1. 127.255.255.254 127.0.0.2 2130706433 017700000001
    0x7f000001 0x7F000001 0x7f.1 0x7f.0.0.1 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.0.0.01 00177.0.0.1
    0177.0x0.0.1 127.0x1 127.01 127.0.0.0x1 0 0.0.0.0 0x0 00 0.0 %31%32%37.0.0.1 127%2e0%2e0%2e1
    １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 ①②⑦.0.0.1 ⑫7.0.0.1 [::1] [0:0:0:0:0:0:0:1]
    [0000:0000:0000:0000:0000:0000:0000:0001] [::] [0::0] [::127.0.0.1] [::7f00:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.1] [0:0:0:0:0:ffff:127.0.0.1]
    [::ffff:0:127.0.0.1] [::ffff:0.0.0.0] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b:1::127.0.0.1] [2002:7f00:1::] [2002:7f00:0001::1] [2001:0:7f00:1::]
    [2001:0000:4136:e378:8000:63bf:80ff:fffe] [2a00:1450::200:5efe:127.0.0.1]
    [2a00:1450::5efe:7f00:1] localhost LOCALHOST localhost. lOcAlHoSt ｌｏｃａｌｈｏｓｔ ⓛocalhost
    loc%61lhost localhost.localdomain localhost6 ip6-localhost ip6-loopback shop.localhost
    a.b.localhost demo-shops.localhost x.demo-shops.localhost x.demo-shops.localhost.
  `
    .trim()
    .split(/\s+/),
  '127.0.0.\t1',
  '12\n7.0.0.1',
  'loc\u00adalhost',
];

/** Texts between '//' and the port that lead to private, reserved or metadata addresses. */
export const PRIVATE_HOSTS = `
  10.0.0.1 10.255.255.255 10.1 167772161 012.0.0.1 0xa.0.0.1 172.16.0.1 172.31.255.255 172.16.1
  2886729729 192.168.0.1 192.168.1 192.168.257 0xc0.0xa8.0.1 3232235521 0300.0250.0.1
  169.254.169.254 169.254.0.1 169.254.43518 169.16689662 2852039166 0xa9fea9fe
  0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376 169.254.170.2 169.254.169.253 100.64.0.1
  100.100.100.200 100.127.255.255 168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1 192.31.196.1
  192.52.193.1 192.88.99.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 0xffffffff 4294967295 [fe80::1] [febf::1]
  [fec0::1] [fc00::1] [fd00::1] [fd00:ec2::254] [fd20:ce::254] [ff02::1] [ff05::2] [100::1]
  [2001:db8::1] [2001:2::1] [2001:10::1] [2001:20::1] [2001:1::1] [3fff::1] [5f00::1] [4000::1]
  [8000::1] [::10.0.0.1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]
  [::ffff:8.8.8.8] [64:ff9b::169.254.169.254] [64:ff9b::8.8.8.8] [2002:a9fe:a9fe::]
  [2002:0a00:0001::1] [2620:4f:8000::1] router metadata printer.local nas.lan db.internal
  metadata.google.internal metadata.google.internal. gateway.home.arpa 1.0.0.127.in-addr.arpa
  intranet.corp files.intranet shop.home shop.test shop.invalid shop.onion
`
  .trim()
  .split(/\s+/);

/** Whole URLs that are refused whatever their host is; none of their hosts is private. */
export const FORBIDDEN_URLS = [
  ...`
    shop.example.com //shop.example.com/ /relative http: http:// http://? file:///etc/passwd
    file://shop.example.com/etc/passwd ftp://shop.example.com/ gopher://shop.example.com:80/_GET
    ws://shop.example.com/ wss://shop.example.com/ data:text/html,<p> javascript:alert(1)
    blob:https://shop.example.com/1 about:blank view-source:http://shop.example.com/
    view-source+http://shop.example.com/ http+unix://%2Fvar%2Frun%2Fdocker.sock/
    jar:http://shop.example.com!/ http://user@shop.example.com/
    http://user:secret@shop.example.com/ http://:secret@shop.example.com/
    http://shop.example.com:22/ http://shop.example.com:25/ http://shop.example.com:5432/
    http://shop.example.com:6379/ http://shop.example.com:8080/ https://shop.example.com:1/
    http://shop.example.com:0/ http://shop.example.com:99999/ http://shop.example.com:80:80/
    http://shop%00.example.com/ http://256.256.256.256/ http://1.2.3.4.5/ http://[::1
    http://[::1%25eth0]/ http://[fe80::1%25lo]/
  `
    .trim()
    .split(/\s+/),
  '',
  'http://shop example.com/',
  `http://shop.example.com/${'a'.repeat(5_000)}`,
];
