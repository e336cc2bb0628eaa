import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { checkFiles, type Account } from './files-check.ts'

/** A data directory with files of members in it, of this account. */
function dataDir(mode: number): { dir: string; look: (as?: Account) => ReturnType<typeof checkFiles> } {
  const dir = temporaryFolder('doctor')
  mkdirSync(`${dir}/files`, { mode: 0o700 })
  chmodSync(dir, mode)
  const config = readConfig({ DATA_DIR: dir })
  return { dir, look: async (as) => await checkFiles({ config, db: null, readiness: null }, as) }
}

test.skipIf(process.platform === 'win32')(
  'names what others may read, and that a start closes it (skipped on Windows)',
  async () => {
    const { dir, look } = dataDir(0o700)
    expect(await look()).toEqual({
      name: 'files',
      verdict: 'ok',
      says: 'DATA_DIR is readable by its owner alone',
    })
    chmodSync(`${dir}/files`, 0o755)
    expect(await look()).toEqual({
      name: 'files',
      verdict: 'problem',
      says: 'other accounts of this machine may read files: start Crels again',
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'a volume that its group lets Crels into is as it has to be; what no start can close is for its owner (skipped on Windows)',
  async () => {
    // As fsGroup of Kubernetes leaves one: its root and lost+found are of an account that Crels is not.
    const { dir, look } = dataDir(0o2775)
    chmodSync(`${dir}/files`, 0o2770)
    const { uid, gid } = lstatSync(dir)
    const crels = { uid: uid + 1, groups: [gid] }
    expect(await look(crels)).toEqual({
      name: 'files',
      verdict: 'ok',
      says: `DATA_DIR is open to Crels by its group ${gid}, as fsGroup of Kubernetes has it; what is in it is closed to others`,
    })
    chmodSync(`${dir}/files`, 0o2775)
    const says =
      'other accounts of this machine may read files, not owned by Crels, which cannot close it: have Crels own it (chown), or close it as its owner (chmod go-rwx)'
    expect(await look(crels)).toEqual({ name: 'files', verdict: 'problem', says })
    chmodSync(`${dir}/files`, 0o700)
    // Where everybody may write, or the group is another's, it is no fsGroup's.
    chmodSync(dir, 0o2777)
    expect(await look(crels)).toMatchObject({ verdict: 'problem' })
    chmodSync(dir, 0o2775)
    expect(await look({ ...crels, groups: [gid + 1] })).toEqual({
      name: 'files',
      verdict: 'problem',
      says: says.replace('read files', 'read DATA_DIR itself'),
    })
  },
)
