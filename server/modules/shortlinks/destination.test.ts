import { expect, test } from 'vitest'
import { assertDestination, judgeDestination } from './destination.ts'

const options = { allowLocalDestinations: false, publicOrigin: 'https://crels.example' }
const refusalOf = (text: string) => judgeDestination(text, options).refusal

test.each([
  ['https://brand.com', 'https://brand.com/'],
  ['http://brand.com:8080/a?b=c&b=d#e', 'http://brand.com:8080/a?b=c&b=d#e'],
  ['https://bücher.example/ü?q=ü', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%BC'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ['https://crels.example/campaigns/all', 'https://crels.example/campaigns/all'],
  ['https://crels.example/shop', 'https://crels.example/shop'],
])('takes %s', (text, url) => {
  expect(judgeDestination(text, options)).toEqual({ url })
})

test.each([
  'http://localhost',
  'http://localhost.',
  'https://a.localhost',
  'https://printer',
  'https://nas.local',
  'https://x.internal',
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f.0.0.1',
  'http://0177.0.0.1',
  'http://127.0.0.1.',
  'http://１２７.0.0.1',
  'http://0/',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:10.0.0.1]',
  'http://[::ffff:8.8.8.8]',
  'http://[64:ff9b::a00:1]',
  'http://[fc00::1]',
  'http://[fe80::1]',
  'http://[2002:7f00:1::]',
  'http://[2001:db8::1]',
  'http://[ff02::1]',
])('refuses %s: not public', (text) => {
  expect(refusalOf(text)).toBe('not_public')
})

test.each([
  ['http://localhost../', 'not_an_address'],
  ['http://nas.local../', 'not_an_address'],
  ['http://10.0.0.1../', 'not_an_address'],
  ['https://crels.example../s/abc', 'not_an_address'],
  ['https://brand..example/', 'not_an_address'],
  ['https://.brand.example/', 'not_an_address'],
  ['https://crëls.example/', 'lookalike_host'],
  ['', 'not_an_address'],
  ['brand.example', 'not_an_address'],
  ['/campaigns', 'not_an_address'],
  ['https://', 'not_an_address'],
  ['https://brand.example/a b', 'not_an_address'],
  [' https://brand.example', 'not_an_address'],
  ['https://brand.example/\r\nSet-Cookie: a=b', 'not_an_address'],
  ['https://brand.example/\u0000', 'not_an_address'],
  ['https:\\\\brand.example', 'not_an_address'],
  ['javascript:alert(1)', 'not_web'],
  ['data:text/html,x', 'not_web'],
  ['ftp://brand.example', 'not_web'],
  ['https://user@brand.example', 'credentials'],
  ['https://:secret@brand.example', 'credentials'],
  [`https://brand.example/${'a'.repeat(2_048)}`, 'too_long'],
  [`https://brand.example/${'ü'.repeat(600)}`, 'too_long'],
  ['https://crels.example/s/abc', 'own_redirector'],
  ['http://CRELS.example./s/abc', 'own_redirector'],
  ['https://crels.example/%73/abc', 'own_redirector'],
  ['https://crels.example/x/../s/abc', 'own_redirector'],
])('refuses %j: %s', (text, refusal) => {
  expect(refusalOf(text)).toBe(refusal)
})

test('takes this machine where local destinations are allowed, other private hosts never', () => {
  const local = { allowLocalDestinations: true, publicOrigin: 'http://localhost:3000' }
  expect(judgeDestination('http://localhost:3000/dev/brand/x', local)).toEqual({
    url: 'http://localhost:3000/dev/brand/x',
  })
  expect(judgeDestination('http://127.0.0.1:3000/dev/brand/x', local).refusal).toBeUndefined()
  expect(judgeDestination('http://127.0.0.1:3000/s/abc', local).refusal).toBe('own_redirector')
  expect(judgeDestination('http://10.0.0.1/', local).refusal).toBe('not_public')
})

test('throws the refusal as a problem that says why', () => {
  expect(() => assertDestination('ftp://brand.example', options)).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      options: {
        members: { issues: [{ path: 'body.destinationUrl', code: 'not_web', message: expect.any(String) }] },
      },
    }),
  )
})
