import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileNetworks } from '#server/build/compile-networks.ts'
import { networkPrefix } from '#server/platform/http/network-of.ts'
import { networkTableFile, openNetworkKinds } from './network-kinds.ts'

const kinds = openNetworkKinds()

test.each([
  ['3.5.140.2', 'hosting'],
  ['95.216.10.1', 'hosting'],
  ['::ffff:95.216.10.1', 'hosting'],
  ['2a01:4f8:1::1', 'hosting'],
  ['172.58.1.1', 'mobile'],
  ['2607:fb90::5', 'mobile'],
  ['192.0.2.1', 'other'],
  ['81.2.69.142', 'other'],
  ['127.0.0.1', 'other'],
  ['255.255.255.255', 'other'],
  ['::1', 'other'],
  ['', 'other'],
  ['nonsense', 'other'],
])('%s is %s', (address, kind) => {
  expect(kinds.of(address)).toBe(kind)
})

test('the table is what the lists and the package make', () => {
  expect(readFileSync(networkTableFile).equals(compileNetworks())).toBe(true)
})

test.each([
  ['192.0.2.77', '192.0.2'],
  ['::ffff:192.0.2.77', '192.0.2'],
  ['2001:db8:1:2ff::1', '2001:db8:1:2'],
  ['2001:db8:1:200:9::1', '2001:db8:1:2'],
  ['2001:db8:1:300::1', '2001:db8:1:3'],
  ['::1', '0:0:0:0'],
])('the prefix of %s is %s', (address, prefix) => {
  expect(networkPrefix(address)).toBe(prefix)
})
