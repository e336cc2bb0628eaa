import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compiledDir } from './compile-server.ts'

const root = path.join(import.meta.dirname, '../..')

test.each(['start', 'start:http', 'start:worker'])('npm run %s looks where the build compiles to', (name) => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts[name]).toMatch(/^NODE_COMPILE_CACHE=\$PWD\/(\S+) exec /)
  const [, place] = /\$PWD\/(\S+)/.exec(scripts[name]!)!
  expect(path.join(root, place!)).toBe(compiledDir)
})
