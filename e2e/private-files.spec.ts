import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { SignedIn } from '#contracts/identity.schemas.ts'
import { endPrograms, startSite, temporaryDataDir } from '#testing/processes.ts'

afterAll(endPrograms)

test.skipIf(process.platform === 'win32')(
  'other accounts of the machine can read nothing in DATA_DIR, neither what is new nor what an older version left (skipped on Windows)',
  async () => {
    const dir = temporaryDataDir()
    mkdirSync(join(dir, 'files/photos'), { recursive: true, mode: 0o755 })
    writeFileSync(join(dir, 'files/photos/old.webp'), '', { mode: 0o644 })
    writeFileSync(join(dir, 'postgres.log'), '', { mode: 0o644 })
    chmodSync(dir, 0o711)
    const site = await startSite({ DATA_DIR: dir, DEMO_DATA: 'false' })
    const post = async (path: string, body: object, headers = {}) =>
      await fetch(site.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const email = 'ada.lovelace@example.com'
    const signUp = await post('/identity/sign-up', { email, password: 'correct horse' })
    const cookie = signUp.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const mails = (await (await fetch(`${site.origin}/dev/mail.json?to=${email}`)).json()) as {
      code: string
    }[]
    const confirmed = await post('/identity/verification/confirm', { code: mails[0]!.code }, { cookie })
    const { user, accessToken } = (await confirmed.json()) as SignedIn
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer()
    const put = await fetch(`${site.origin}/api/v1/users/${user.uid}/photo`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${accessToken}` },
      body: new Uint8Array(photo),
    })
    expect(put.status, await put.text()).toBe(200)

    expect(readdirSync(join(dir, 'files/photos'))).toHaveLength(2)
    const open = readdirSync(dir, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .concat(dir)
      .filter((file) => {
        // PostgreSQL makes and removes files of its own meanwhile.
        const found = lstatSync(file, { throwIfNoEntry: false })
        return found && (found.mode & 0o077) !== 0
      })
    expect(open.filter((file) => !file.startsWith(join(dir, 'postgres/')))).toEqual([])
    expect(lstatSync(join(dir, 'postgres')).mode & 0o777).toBe(0o700)
    site.kill('SIGTERM')
    expect(await site.ended).toMatchObject({ status: 0, stderr: '' })
  },
)
