import { expect, test } from 'vitest'
import { sharedAddress, sharedIn } from './shared-address.ts'

test.each([
  ['url=https%3A%2F%2Fa.example%2Fx', 'https://a.example/x'],
  // Android: the address is in the text.
  ['title=A+mug&text=https%3A%2F%2Fa.example%2Fmug', 'https://a.example/mug'],
  ['text=Look+at+https%3A%2F%2Fa.example%2Fmug%2C+it+is+nice', 'https://a.example/mug'],
  ['text=(see+https%3A%2F%2Fa.example%2Fmug).', 'https://a.example/mug'],
  ['text=https%3A%2F%2Fa.example%2Fmug_(blue)', 'https://a.example/mug_(blue)'],
  ['text=A%0Ahttps%3A%2F%2Fa.example%2F%3Fq%3D1%26r%3D2%23s%0AB', 'https://a.example/?q=1&r=2#s'],
  ['text=shop.example%2Fmug', 'https://shop.example/mug'],
  ['title=https%3A%2F%2Fa.example%2F', 'https://a.example/'],
  // An empty field, and the first of several.
  ['url=&text=https%3A%2F%2Fa.example%2F+https%3A%2F%2Fb.example%2F', 'https://a.example/'],
  // Hostile: no scheme but the web's, nothing unseen, no mark-up.
  ['url=javascript%3Aalert(1)', null],
  ['url=data%3Atext%2Fhtml%2C%3Cscript%3E', null],
  ['text=%3Ca+href%3D%22https%3A%2F%2Fa.example%2F%22%3Ex%3C%2Fa%3E', 'https://a.example/'],
  ['text=https%3A%2F%2Fa.example%2F%E2%80%AEgpj.exe', 'https://a.example/'],
  ['text=nothing+to+see+here.+At+all', null],
  ['text=', null],
])('of what is shared as %s the address is %s', (query, address) => {
  expect(sharedAddress(sharedIn(new URLSearchParams(query))!)).toBe(address)
})

test('a page that nothing was shared with has nothing', () => {
  expect(sharedIn(new URLSearchParams('q=mug'))).toBe(null)
})
