import { expect, test } from 'vitest'
import { isLookalikeHost, readsLike } from './host-look.ts'

test.each([
  'аpple.com', // a Cyrillic а
  'www.gооgle.com',
  'аррӏе.com', // nothing but Cyrillic
  'pаypal.co.uk',
  'ραγ.αβγа.gr', // Greek and Cyrillic in one label
  'νικε.com', // nothing but Greek
  'g၀ogle.com'.replace('၀', 'ο'),
])('%s poses as another one', (host) => {
  expect(isLookalikeHost(host)).toBe(true)
})

test.each([
  'brand.example',
  'bücher.example',
  'россия.рф',
  'пример.com',
  'ελλάδα.gr',
  'аррӏе.рф',
  '例え.jp',
  'sony日本.jp',
  '한국.kr',
  'مثال.com',
  '8.8.8.8',
  'a-1.example',
])('%s is what it is', (host) => {
  expect(isLookalikeHost(host)).toBe(false)
})

test.each([
  ['cre1s.com', 'crels.com', true],
  ['creIs.com', 'crels.com', true],
  ['g00d.com', 'good.com', true],
  ['rnodern.com', 'modern.com', true],
  ['crélš.com', 'crels.com', true],
  ['crels.cοm'.replace('ο', 'ö'), 'crels.com', true],
  ['lıve.com', 'live.com', true],
  ['bücher.com', 'bucher.com', true],
  ['bücher.com', 'crels.com', false],
  ['crels.com', 'crels.com', false],
  ['brand.com', 'crels.com', false],
])('%s beside %s', (host, own, is) => {
  expect(readsLike(host, own)).toBe(is)
})
