import { describe, expect, test } from 'vitest';
import { allowedAddress } from './allowed-address.ts';
import { isPrivateHost } from './private-address.ts';

const special = {
  'IPv4 registry': [
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.9.9.9',
    ],
    ...['169.254.0.1', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.2.1'],
    ...[
      '192.31.196.1',
      '192.52.193.1',
      '192.88.99.1',
      '192.168.0.1',
      '192.175.48.1',
      '198.18.0.1',
      '198.19.255.255',
    ],
    ...['198.51.100.1', '203.0.113.255', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ],
  'IPv6 registry': [
    ...[
      '::',
      '::1',
      '100::1',
      '100:0:0:1::1',
      '2001::1',
      '2001:1::1',
      '2001:2::1',
      '2001:3::1',
      '2001:4:112::1',
    ],
    ...[
      '2001:10::1',
      '2001:20::1',
      '2001:30::1',
      '2001:db8::1',
      '2620:4f:8000::1',
      '3fff::1',
      '3fff:fff::1',
      '5f00::1',
    ],
    ...['fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1', '4000::1', '::2:3:4:5'],
  ],
  'carriers of an IPv4 address': [
    ...[
      '::127.0.0.1',
      '::10.0.0.1',
      '::8.8.8.8',
      '::ffff:127.0.0.1',
      '::ffff:169.254.169.254',
      '::ffff:0:127.0.0.1',
    ],
    ...['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::10.0.0.1', '2002:7f00:1::', '2002:808:808::1'],
    ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2a00:1450::5efe:10.0.0.1', '2a00:1450::200:5efe:127.0.0.1'],
    ...['fe80::5efe:192.168.0.1', '::8.8.8.8', '::a9fe:a9fe'],
  ],
  'endpoints of clouds': [
    ...[
      '169.254.169.254',
      '169.254.170.2',
      'fd00:ec2::254',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
    ],
    ...['::ffff:168.63.129.16', 'fe80::a9fe:a9fe'],
  ],
};
const open = [
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.15',
    '168.63.129.17',
  ],
  ...[
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.0.3.1',
    '192.88.98.1',
    '198.17.255.255',
    '198.20.0.0',
  ],
  ...['203.0.112.1', '223.255.255.255', '2001:200::1', '2001:4860:4860::8888', '2606:4700:4700::1111'],
  ...['2a00:1450:4001::200e', '2620:4f:7fff::1', '3ffe::1', '::ffff:8.8.8.8'],
];
const asHost = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe.each(Object.entries(special))('addresses for special use: %s', (_, addresses) => {
  test.each(addresses)('%s is not public, however it is written', (address) => {
    const { hostname } = new URL(`https://${asHost(address)}/`);
    expect([isPrivateHost(address), isPrivateHost(hostname)]).toEqual([true, true]);
    expect(allowedAddress(`https://${asHost(address)}/a`, [])).toMatch(/private address/);
  });
});

test.each(open)('%s is public', (address) => {
  const { hostname } = new URL(`https://${asHost(address)}/`);
  expect([isPrivateHost(address), isPrivateHost(hostname)]).toEqual([false, false]);
});

test.each([
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '2822734096',
  '0xa83f8110',
  'localhost',
  'a.localhost',
  'localhost.',
])('https://%s/ is not public', (host) =>
  expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(true),
);
