import { expect, test } from 'vitest'
import { campaignFile } from '#contracts/campaign-file.schemas.ts'

const coverOf = (coverUrl: unknown) => campaignFile.shape.coverUrl.safeParse(coverUrl)

test.each([
  ['/files/cover.webp', '/files/cover.webp'],
  ['/a/../cover.png?v=2', '/cover.png?v=2'],
  ['/bär.png', '/b%C3%A4r.png'],
  [null, null],
])('a cover may be %s', (value, kept) => {
  expect(coverOf(value).data).toBe(kept)
})

test.each([
  '//evil.example/x.png',
  '/\\evil.example/x.png',
  '/\t/evil.example/x.png',
  '/.//evil.example/x.png',
  '/x/..//evil.example/x.png',
  'https://evil.example/x.png',
  'javascript:alert(1)',
  '',
])('a cover of another site is refused: %j', (value) => {
  expect(coverOf(value).success).toBe(false)
})

test.each(['publicTitle', 'publicDescription', 'captions'] as const)('%s says nothing of crels', (field) => {
  const say = (text: string) =>
    campaignFile.shape[field].safeParse(field === 'captions' ? [text] : text).success
  expect(say('Single-farm beans')).toBe(true)
  expect(say('Earn 84 crels a sale')).toBe(false)
  expect(say('  ')).toBe(false)
})

test.each(['title', 'summary', 'publicTitle', 'terms'] as const)(
  '%s shows every character it has',
  (field) => {
    const say = (text: string) => campaignFile.shape[field].safeParse(text).success
    expect(say('Mit „Gänsefüßchen“, <b>, שלום and 👩‍👩‍👧')).toBe(true)
    for (const hidden of ['\u202e', '\u2066', '\u0000', '\u001b']) expect(say(`A${hidden}b`)).toBe(false)
  },
)
