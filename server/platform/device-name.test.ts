import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Windows', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS', kind: 'phone' },
  ],
  ['curl/8.5.0', { browser: null, system: null, kind: 'other' }],
  ['', { browser: null, system: null, kind: 'other' }],
  ['Call +1 800 555 0100 now/1.0 x', { browser: null, system: null, kind: 'other' }],
  ['<script>'.repeat(30), { browser: null, system: null, kind: 'other' }],
])('reads %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toEqual(name)
})
