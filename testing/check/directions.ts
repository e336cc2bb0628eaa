import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sides = /(^|-)(left|right)(-|$)/
const pictures = /\/share-pictures\/|picture|-card\.ts$/

/**
 * Where a style names the left or the right in place of the start or the end, which are each other's where texts are
 * written from right to left: a line each. A comment above that begins with `physical:` says why one must. Rules for
 * `[dir='rtl']` alone are about sides, and need none.
 */
export function physicalSides(css: string): string[] {
  const lines = css.split('\n')
  let isOneDirection = false
  return lines.flatMap((line, index) => {
    if (line.includes('{')) isOneDirection = line.includes("[dir='")
    const [, property = '', value = ''] = /^\s*([a-z-]+):\s*([^;]+);/.exec(line) ?? []
    if (isOneDirection || lines[index - 1]?.includes('physical:') || !isPhysical(property, value)) return []
    return [`${index + 1}: ${line.trim()}`]
  })
}

function isPhysical(property: string, value: string): boolean {
  if (sides.test(property)) return true
  if (/^(text-align|float|clear|transform-origin|background-position)$/.test(property))
    return /\b(left|right)\b/.test(value)
  if (!/^(margin|padding|inset|border-(width|style|color|radius))$/.test(property)) return false
  const [first, second = first, third = first, fourth = second] = valuesOf(value)
  // Sides go round from the top, corners from the first one.
  return property === 'border-radius' ? first !== second || third !== fourth : second !== fourth
}

/** `0 calc(1px + 2px)` is two: a space inside brackets divides nothing. */
function valuesOf(shorthand: string): string[] {
  let depth = 0
  const divided = [...shorthand.replace('!important', '').trim()].map((sign) => {
    if (sign === '(') depth++
    if (sign === ')') depth--
    return sign === ' ' && depth === 0 ? '\n' : sign
  })
  return divided.join('').split('\n')
}

/** The same for a style in TypeScript: of a component's element, or in the text of a page or mail. */
export function physicalSidesInCode(code: string): string[] {
  const named =
    /\b(margin|padding|border)(Left|Right)\b|\b(margin|padding|border)-(left|right)\b|text-align: ?(left|right)\b|textAlign: '(left|right)'/
  return code
    .split('\n')
    .flatMap((line, index, lines) =>
      named.test(line) && !lines[index - 1]?.includes('physical:') ? [`${index + 1}: ${line.trim()}`] : [],
    )
}

/** Every such line of the product, by file. What is drawn as a picture is the same in every language. */
export function directionFaults(): string[] {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const found = (pattern: string, faults: (text: string) => string[]) =>
    globSync(pattern, { cwd })
      .filter((file) => !pictures.test(file) || file.startsWith('web/'))
      .toSorted()
      .flatMap((file) => faults(readFileSync(`${cwd}${file}`, 'utf8')).map((line) => `${file}:${line}`))
  return [
    ...found('{web,console}/**/*.css', physicalSides),
    ...found('{web,console,server}/**/*.{ts,tsx}', physicalSidesInCode),
  ].map((line) => `${line} (name the start or the end, or say why not: docs/decisions/081)`)
}
