import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folderOfWhatRuns } from '#server/build/sbom.ts'

/** Licences under which a package may be part of a program under the AGPL-3.0-or-later, or build and test it. */
const allowed = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC-BY-4.0 CC0-1.0 ISC LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)

/** Packages that do not say their licence as one of these names, and which it is. */
const read: Record<string, string> = {
  '@segment/facade': 'MIT',
  '@segment/isodate': 'MIT',
  '@segment/isodate-traverse': 'MIT',
  'new-date': 'MIT',
  format: 'MIT',
  // Only a build reads it (server/platform/networks); what it says of its sources is in docs/operating.md.
  '@ip-location-db/asn': 'CC-BY-4.0',
}

interface Lock {
  packages: Record<string, { license?: string; link?: boolean }>
}

/** What is wrong with the licences of a lock's packages: one clear line each, empty when all are allowed. */
export function licenceFaults({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, { license, link }]) => {
    if (place === '' || link) return []
    const name = place.replace(/^.*node_modules\//, '')
    const said = read[name] ?? license
    if (said === undefined) return [`${name} says no licence`]
    return isAllowed(said) ? [] : [`${name} is under ${said}, which is not among those allowed`]
  })
}

/** Of an SPDX expression: all that are joined by AND, one of those by OR. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(' OR ').some((one) => one.split(' AND ').every((name) => allowed.has(name.trim())))
}

/** What the registry knows against the packages that run in production, by what it weighs. */
interface Advisories {
  /** High and critical ones. */
  severe: string[]
  /** Moderate ones and below. */
  lesser: string[]
}

/** Asks the registry; where it does not answer, why not. */
async function advisories(root: string): Promise<Advisories | string> {
  const folder = folderOfWhatRuns(root)
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=15000']
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, timeout: 60_000, maxBuffer: 64e6 })
    // Status 1 says that there are some.
    .catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
    .finally(() => rmSync(folder, { recursive: true, force: true }))
  const answer = parsed(stdout)
  if (!answer?.vulnerabilities) return answer?.message ?? 'no answer within a minute'
  const found: Advisories = { severe: [], lesser: [] }
  for (const [name, { severity, range }] of Object.entries(answer.vulnerabilities))
    found[severity === 'high' || severity === 'critical' ? 'severe' : 'lesser'].push(
      `${name} ${range} has an advisory: ${severity}`,
    )
  return found
}

interface Audit {
  /** Why there are no others. */
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

function parsed(text: string): Audit | undefined {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return undefined
  }
}

// `npm run check:dependencies`: the licences of every package; with `-- --advisories` what the registry knows against those
// that run in production, which changes without a change here, so the suite does not ask. Status 1 where a licence is not
// allowed or an advisory is high or critical, 2 where the registry does not answer.
if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock
  const faults = licenceFaults(lock)
  if (faults.length === 0)
    console.log(`${Object.keys(lock.packages).length - 1} packages have licences that are allowed`)
  if (process.argv.includes('--advisories')) {
    const found = await advisories(root)
    if (typeof found === 'string') {
      console.error(`Advisories are not known: the registry does not answer (${found})`)
      process.exitCode = 2
    } else {
      for (const line of found.lesser) console.log(line)
      if (found.severe.length === 0)
        console.log('No package that runs has an advisory that is high or critical')
      faults.push(...found.severe)
    }
  }
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
