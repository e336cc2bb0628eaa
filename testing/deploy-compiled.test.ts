import { expect, test } from 'vitest'
import { dockerfile, read, units } from './deploy-files.ts'

const cacheOf = (text: string) => /^(?:ENV |Environment=)?NODE_COMPILE_CACHE=(\S+)$/m.exec(text)?.[1]

test.each(units.filter((name) => name.endsWith('.service')))(
  '%s keeps compiled code where it may',
  (name) => {
    const unit = read(`deploy/systemd/${name}`)
    const [, folder] = /^CacheDirectory=(\S+)$/m.exec(unit)!
    expect(cacheOf(unit)).toBe(`/var/cache/${folder}`)
    // Others of the machine could put code into it.
    expect(unit).toMatch(/^CacheDirectoryMode=0700$/m)
    expect(cacheOf(read('deploy/systemd/crels'))).toBe(cacheOf(unit))
  },
)

test('the image has compiled code of the account that starts, made in a folder of its own', () => {
  const cache = cacheOf(dockerfile)!
  expect(dockerfile).toMatch(
    new RegExp(`install --directory --owner=crels --group=crels --mode=0700 .*${cache} `),
  )
  // What Node keeps is for one account: it says whose in the folder's name.
  const [user, said, compiled] = [
    'USER crels',
    'ENV NODE_COMPILE_CACHE=',
    'RUN node server/build/compile-server.ts',
  ].map((line) => dockerfile.indexOf(`\n${line}`))
  expect([user! > 0, said! > user!, compiled! > said!]).toEqual([true, true, true])
  // A volume there would begin empty for Kubernetes.
  expect(read('deploy/kubernetes/crels.yaml') + read('deploy/compose.yaml')).not.toContain(cache)
})
