import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { endPrograms, startProgram } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { licenceFaults } from './dependencies.ts'

test.each([
  [{ license: 'MIT' }, []],
  [{ license: '(GPL-2.0-only OR MIT)' }, []],
  [{ license: 'Apache-2.0 AND LGPL-3.0-or-later' }, []],
  [
    { license: 'Apache-2.0 AND SSPL-1.0' },
    ['it is under Apache-2.0 AND SSPL-1.0, which is not among those allowed'],
  ],
  [{ license: 'UNLICENSED' }, ['it is under UNLICENSED, which is not among those allowed']],
  [{}, ['it says no licence']],
])('a package under %j: %j', (entry, faults) => {
  expect(licenceFaults({ packages: { '': {}, 'node_modules/a/node_modules/it': entry } })).toEqual(faults)
})

describe('what the registry knows against the packages that run', () => {
  /** Of a registry, as npm asks: what it knows against each package that is named, and the versions of one. */
  let known: Record<string, string>
  let status = 200
  let versions: Record<string, string[]> = {}
  const registry = createServer(async (request, response) => {
    let body: unknown = {}
    if (request.url === '/-/npm/v1/security/advisories/bulk') {
      const sent = await buffer(request)
      versions = JSON.parse(
        (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString(),
      ) as typeof versions
      body = Object.fromEntries(
        Object.entries(known).flatMap(([name, severity]) =>
          versions[name] ? [[name, [advisory(severity)]]] : [],
        ),
      )
    } else {
      const name = decodeURIComponent(request.url!.slice(1))
      const all = (versions[name] ?? []).map((version) => [version, { name, version }])
      body = { name, versions: Object.fromEntries(all) as object }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const advisory = (severity: string) => ({
    id: 1,
    url: 'https://example.com/1',
    title: 'It',
    severity,
    vulnerable_versions: '<1000',
  })
  afterAll(async () => {
    await endPrograms()
    registry.close()
  })

  const check = async () => {
    if (!registry.listening) await once(registry.listen(0, '127.0.0.1'), 'listening')
    const { port } = registry.address() as AddressInfo
    const command = [process.execPath, 'testing/check/dependencies.ts', '--advisories']
    // npm keeps what it was told: each time in a folder of its own.
    const settings = {
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: temporaryFolder('npm'),
    }
    return await startProgram(command, settings).ended
  }
  const none = 'No package that runs has an advisory that is high or critical'

  test.each([
    ['nothing', {}, []],
    ['a low and a moderate one, which are said', { sharp: 'moderate', pg: 'low' }, ['sharp', 'pg']],
    ['one of a tool that tests', { vitest: 'critical' }, []],
  ])('%s', async (_, body, said) => {
    known = body
    const ended = await check()
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(ended.stdout).toContain(none)
    expect(
      [...ended.stdout.matchAll(/^(\S+) .+ has an advisory: (?:low|moderate)$/gm)]
        .map(([, name]) => name)
        .sort(),
    ).toEqual(said.sort())
  })

  test.each(['high', 'critical'])('a %s one, which fails', async (severity) => {
    known = { sharp: severity }
    const ended = await check()
    expect(ended).toMatchObject({ status: 1, stderr: `sharp * has an advisory: ${severity}\n` })
    expect(ended.stdout).not.toContain(none)
  })

  test('where it does not answer that is not known, which is a status of its own', async () => {
    status = 503
    const ended = await check()
    expect(ended.status).toBe(2)
    expect(ended.stderr).toMatch(/^Advisories are not known: the registry does not answer \(503 [^\n]+\)\n$/)
    expect(ended.stdout).not.toContain(none)
  })
})
