import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** As whom the check looks. */
export interface Account {
  uid: number
  groups: number[]
}

const ofThisProcess = (): Account => ({
  uid: process.geteuid!(),
  groups: [process.getegid!(), ...process.getgroups!()],
})

/** Whether other accounts of this machine can read personal data, and who can end that. */
export async function checkFiles({ config }: Patient, as?: Account): Promise<Diagnosis> {
  const name = 'files'
  if (process.platform === 'win32') return { name, verdict: 'not checked', says: 'Windows has other rights' }
  const account = as ?? ofThisProcess()
  const look = async (file: string) => await lstat(join(config.dataDir, file)).catch(() => null)
  const dir = await look('')
  // A start closes what it owns. Root looks for the account that has the directory.
  const starter = account.uid === 0 ? (dir?.uid ?? 0) : account.uid
  const open: { file: string; closes: boolean }[] = []
  for (const file of ['', ...(await readdir(config.dataDir).catch(() => []))]) {
    const found = await look(file)
    if (!found || found.isSymbolicLink()) continue
    const others = isLent(found, account) ? (file === '' ? writtenByOthers : 0o006) : 0o066
    if ((found.mode & others) !== 0)
      open.push({ file: file || 'DATA_DIR itself', closes: starter === 0 || found.uid === starter })
  }
  if (open.length > 0) return { name, verdict: 'problem', says: whatToDo(open) }
  return {
    name,
    verdict: 'ok',
    says:
      dir && isLent(dir, account)
        ? `DATA_DIR is open to Crels by its group ${dir.gid}, as fsGroup of Kubernetes has it; what is in it is closed to others`
        : 'DATA_DIR is readable by its owner alone',
  }
}

/** Of a mount that others may list they read names; each file in it is looked at by itself. */
const writtenByOthers = 0o002

/**
 * What belongs to another account, which lets this one in by a group of its own that all new files get: so a volume of
 * Kubernetes is with fsGroup, whose root stays root's. The group has to be let in, and a start cannot change it.
 */
function isLent({ uid, gid, mode }: Stats, account: Account): boolean {
  return account.uid !== 0 && uid !== account.uid && account.groups.includes(gid) && (mode & 0o2000) !== 0
}

function whatToDo(open: { file: string; closes: boolean }[]): string {
  const files = (closes: boolean) =>
    open
      .filter((one) => one.closes === closes)
      .map(({ file }) => file)
      .join(', ')
  const [own, foreign] = [files(true), files(false)]
  const ends = [
    own && `${own}: start Crels again`,
    foreign &&
      `${foreign}, not owned by Crels, which cannot close it: have Crels own it (chown), or close it as its owner (chmod go-rwx)`,
  ]
  return `other accounts of this machine may read ${ends.filter(Boolean).join('; ')}`
}
