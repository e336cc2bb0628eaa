import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeSuggestions } from './code-suggestions.ts'
import { ownCodeRefusal } from './short-code.ts'

test.each([
  ['summer', ['summer-2', 'summer-2026', 'summer-link']],
  ['Été à Paris!', ['ete-a-paris', 'ete-a-paris-2', 'ete-a-paris-2026']],
  ['login', ['login-2', 'login-2026', 'login-link']],
  ['a'.repeat(60), ['a'.repeat(40), `${'a'.repeat(38)}-2`, `${'a'.repeat(35)}-2026`]],
])('offers close ones for %j', (wanted, first) => {
  expect(codeSuggestions(wanted, 2026).slice(0, 3)).toEqual(first)
})

test.each(['', 'λινκ', 'ссылка', '链接', '🙂', '---', '\u0000'])('offers none for %j', (wanted) => {
  expect(codeSuggestions(wanted, 2026)).toEqual([])
})

test('offers only codes that may be used, each once, and never the wanted one', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z0-9-]{0,50}$/)),
      (wanted) => {
        const codes = codeSuggestions(wanted, 2026)
        for (const code of codes) expect(ownCodeRefusal(code)).toBeUndefined()
        expect(new Set(codes).size).toBe(codes.length)
        expect(codes).not.toContain(wanted)
      },
    ),
  )
})
