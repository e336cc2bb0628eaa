import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { programVersion } from '../platform/migration-files.ts'
import { startLine } from '../platform/start-line.ts'
import { generate } from './generate.ts'
import { isLeftOut } from './left-out.ts'
import { archiveRelease } from './release-archive.ts'
import { buildWeb } from './web-build.ts'
import { billOfMaterials } from './sbom.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a release is made of, beside its packages: what runs, what it reads, and what its operator reads. */
const parts =
  'server contracts rules migrations messages project.inlang content generated dist/web deploy docs LICENSE README.md CHANGELOG.md SECURITY.md .env.example package.json package-lock.json'.split(
    ' ',
  )

// `npm run release`: a folder with everything that runs and nothing that builds, as an archive with its SHA-256. With
// `--folder <path>` the folder alone. It is for this system and processor, since Node, PostgreSQL and the images' library are.
try {
  const { values } = parseArgs({
    options: { folder: { type: 'string' }, level: { type: 'string', default: '6' } },
  })
  await generate()
  await buildWeb()
  if (values.folder) await fillFolder(path.resolve(values.folder))
  else await makeArchive(values.level)
} catch (error) {
  process.stderr.write(`${startLine(error) ?? (error as Error).stack}\n`)
  process.exitCode = 1
}

async function makeArchive(level: string): Promise<void> {
  const releases = path.join(root, 'dist/release')
  const folder = path.join(releases, `crels-${programVersion()}-${process.platform}-${process.arch}`)
  await rm(releases, { recursive: true, force: true })
  await fillFolder(folder)
  const { archive, checksum } = await archiveRelease(folder, { level, changedAt: changedAt() })
  await rm(folder, { recursive: true })
  process.stdout.write(`${path.relative(root, archive)}\n${checksum}\n`)
  if (!existsSync(path.join(root, `docs/api/releases/${programVersion()}.json`)))
    process.stderr.write(
      `Of what is developed: ${programVersion()} is not recorded in docs/api/releases (docs/api/README.md)\n`,
    )
}

async function fillFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of parts)
    await cp(path.join(root, part), path.join(folder, part), {
      recursive: true,
      // By their times a start sees that nothing is to be built.
      preserveTimestamps: true,
      filter: (file) => !isLeftOut(path.relative(root, file)),
    })
  takePackages(folder)
  // What it is made of, for who has to know (CycloneDX).
  writeFileSync(path.join(folder, 'sbom.cdx.json'), billOfMaterials(root))
  writeFileSync(
    path.join(folder, 'RELEASE'),
    `Crels ${programVersion()} for ${process.platform} on ${process.arch}\n`,
  )
}

/** The packages that run: of what is installed here, without what only building and testing need. */
function takePackages(folder: string): void {
  const running = ['node_modules/.bin', ...listRunning()]
  // Links where the disk is the same: removing from one place leaves the other.
  try {
    run('cp', ['-al', '--parents', ...running, folder], root)
  } catch {
    run('cp', ['-a', '--force', '--parents', ...running, folder], root)
  }
  // What is left to remove npm knows best, and writes its list of what is installed.
  run('npm', ['run', '--silent', 'prune', '--', '--offline', '--no-audit', '--no-fund'], folder)
  const programs = path.join(folder, 'node_modules/.bin')
  for (const name of readdirSync(programs))
    if (!existsSync(path.join(programs, name))) rmSync(path.join(programs, name))
  for (const cache of globSync(path.join(folder, 'node_modules/.{cache,vite,vite-temp,vitest-cache}')))
    rmSync(cache, { recursive: true })
  // Types and maps of packages are for who builds with them: 6,500 files, 60 MB on the disk.
  for (const file of globSync('node_modules/**/*.{d.ts,d.mts,d.cts,map}', { cwd: folder }))
    rmSync(path.join(folder, file))
}

/** Without what the list of installed packages calls of development or of a peer: three of four files need no link. */
function listRunning(): string[] {
  const list = readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(list) as { packages: Record<string, { dev?: boolean; peer?: boolean }> }
  return Object.entries(packages).flatMap(([place, { dev, peer }]) =>
    dev || peer || place.lastIndexOf('node_modules/') > 0 ? [] : [place],
  )
}

function run(program: string, args: string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** When what is released was last committed, in milliseconds; where there is no history, now. */
function changedAt(): number {
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(seconds) * 1000
  } catch {
    return Date.now()
  }
}
