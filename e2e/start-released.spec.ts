import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { makeCheckout, putBuiltWeb } from '#testing/checkout.ts'
import { endPrograms, startProgram, startSite, temporaryDataDir } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

// Beside browser tests on two cores npm alone takes half a minute.
afterAll(endPrograms)

const root = join(import.meta.dirname, '..')
const installed = join(root, 'node_modules')
const list = () => readFileSync(join(installed, '.package-lock.json'), 'utf8')

/** Makes a release, in one folder as `--folder` does; of what archives it, `npm run test:long -- release` has 400 MB. */
const makeRelease = process.env.RELEASE_ARCHIVE ? unpackedArchive : releaseFolder

async function releaseFolder(folder: string): Promise<string> {
  const release = join(folder, 'crels')
  await npmRunRelease(root, '--folder', release)
  return release
}

async function unpackedArchive(folder: string): Promise<string> {
  const checkout = join(folder, 'checkout')
  makeCheckout(checkout)
  cpSync(join(root, 'generated'), join(checkout, 'generated'), { recursive: true })
  putBuiltWeb(inject('webDir'), checkout)
  const [archive] = (await npmRunRelease(checkout, '--level', '1')).split('\n')
  expect(archive).toMatch(/^dist\/release\/crels-\d+\.\d+\.\d+-\w+-\w+\.tar\.gz$/)
  const name = archive!.slice('dist/release/'.length)
  execFileSync('sha256sum', ['--check', `${name}.sha256`], { cwd: join(checkout, 'dist/release') })
  execFileSync('tar', ['--extract', '--file', join(checkout, archive!)], { cwd: folder })
  return join(folder, name.slice(0, -'.tar.gz'.length))
}

async function npmRunRelease(cwd: string, ...options: string[]): Promise<string> {
  const before = list()
  const command = ['npm', 'run', '--silent', 'release', '--', ...options]
  const { status, stdout, stderr } = await startProgram(command, {}, undefined, { cwd }).ended
  // Between two versions the program says so.
  const said = stderr.replaceAll(/^(?:npm|Of what is developed:) .*\n/gm, '')
  expect({ status, stderr: said }).toEqual({ status: 0, stderr: '' })
  // What is installed here is shared with the release, and stays as it is.
  expect(list()).toBe(before)
  return stdout
}

/** Every file of a release beside its packages, with when it was written. */
const filesOf = (release: string) =>
  readdirSync(release, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('node_modules'))
    .sort()
    .map((file) => `${file} ${statSync(join(release, file)).mtimeMs}`)

test('a release of less than 400 MB starts and serves without a build, and says what it cannot build', async () => {
  const release = await makeRelease(temporaryFolder('release'))
  for (const absent of ['.git', 'web', 'testing', 'node_modules/typescript', 'server/doctor/doctor.test.ts'])
    expect(existsSync(join(release, absent))).toBe(false)
  const used = execFileSync('du', ['-s', '--block-size=1', release], { encoding: 'utf8' })
  expect(Number.parseInt(used, 10)).toBeGreaterThan(200e6)
  expect(Number.parseInt(used, 10)).toBeLessThan(400e6)
  // Everything that is in it is in its bill of materials, and no tool that builds or tests.
  const read = (name: string) => JSON.parse(readFileSync(join(release, name), 'utf8')) as object
  const { components } = read('sbom.cdx.json') as { components: { name: string }[] }
  const named = components.map(({ name }) => name)
  const { packages } = read('node_modules/.package-lock.json') as { packages: object }
  const inside = Object.keys(packages).map((place) => place.slice(place.lastIndexOf('node_modules/') + 13))
  expect(inside.filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => ['vitest', 'typescript', 'vite', 'playwright-core'].includes(name))).toEqual(
    [],
  )

  const released = filesOf(release)
  const production = { NODE_ENV: 'production', DATA_DIR: temporaryDataDir(), BUILD_WEB: 'true' }
  const site = await startSite(production, ['npm', 'start', '--silent'], { cwd: release })
  expect(site.stdout()).not.toContain('Built the web app')
  expect((await fetch(`${site.origin}/login`)).status).toBe(200)
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
  const isHealthy = async () =>
    (
      await startProgram([process.execPath, 'server/healthcheck.ts'], site.settings, undefined, {
        cwd: release,
      }).ended
    ).status
  expect(await isHealthy()).toBe(0)
  site.kill('SIGTERM')
  expect(await site.ended).toMatchObject({ status: 0 })
  expect(await isHealthy()).toBe(1)
  // A service's account has no right to write there (deploy/systemd).
  expect(filesOf(release)).toEqual(released)

  renameSync(join(release, 'dist'), join(release, 'dist.away'))
  const unbuilt = startProgram([process.execPath, 'server/build/build.ts'], production, undefined, {
    cwd: release,
  })
  expect(await unbuilt.ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^What builds Crels is not installed: run `npm ci --include=dev` [^\n]*\n$/,
    ) as string,
  })
})
