import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EndpointCall } from '#contracts/endpoint.ts'

const contracts = `${import.meta.dirname}/../contracts`
const idempotent = new Set(
  (
    await Promise.all(
      globSync('operator*.endpoints.ts', { cwd: contracts }).map(async (file) =>
        Object.values((await import(`${contracts}/${file}`)) as Record<string, EndpointCall>),
      ),
    )
  ).flatMap((endpoints) => endpoints.flatMap(({ id, idempotent: isOnce }) => (isOnce ? [id] : []))),
)

/** What makes it anew is refused: each names the revision that it undoes. */
const without = ['screens/banner/banner-acts.tsx: setOperatedBanner']

test('what is sent again after no answer is the same request: every call that makes something hands its key on', () => {
  expect(idempotent.size).toBeGreaterThan(8)
  const calls = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).flatMap((path) => {
    const text = readFileSync(`${import.meta.dirname}/${path}`, 'utf8')
    return [...text.matchAll(/\bcall\(\s*(\w+)\b/g)].flatMap(({ 1: id, index }) =>
      idempotent.has(id!)
        ? [
            {
              name: `${path.replaceAll('\\', '/')}: ${id}`,
              has: argumentsAt(text, index).includes('idempotencyKey'),
            },
          ]
        : [],
    )
  })
  expect(calls.length).toBeGreaterThan(8)
  expect(calls.flatMap(({ name, has }) => (has ? [] : [name]))).toEqual(without)
})

/** The text of a call's arguments, from where its name begins. */
function argumentsAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')' && (depth -= 1) === 0) return text.slice(from, at)
  }
  return text.slice(from)
}
