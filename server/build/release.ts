import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, globSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { programVersion } from '../platform/migration-files.ts'
import { startLine } from '../platform/start-line.ts'
import { generate } from './generate.ts'
import { buildWeb } from './web-build.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a release is made of, beside its packages: what runs, what it reads, and what its operator reads. */
const parts =
  'server contracts rules migrations messages project.inlang content generated dist/web deploy docs LICENSE README.md CHANGELOG.md SECURITY.md .env.example package.json package-lock.json'.split(
    ' ',
  )
const isLeftOut = (file: string) =>
  /\.(?:test|fixture)\.tsx?$/.test(file) || /^(?:docs\/images|server\/economy-model)(?:\/|$)/.test(file)

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
  const name = `crels-${programVersion()}-${process.platform}-${process.arch}`
  const releases = path.join(root, 'dist/release')
  await rm(releases, { recursive: true, force: true })
  await fillFolder(path.join(releases, name))
  const archive = `${name}.tar.gz`
  // The same files make the same archive.
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${Math.floor(changedAt() / 1000)}`,
  ]
  run(
    'tar',
    ['--create', `--use-compress-program=gzip -n -${level}`, '--file', archive, ...same, name],
    releases,
  )
  await rm(path.join(releases, name), { recursive: true })
  const checksum = await sha256(path.join(releases, archive))
  await writeFile(path.join(releases, `${archive}.sha256`), `${checksum}  ${archive}\n`)
  process.stdout.write(`dist/release/${archive}\n${checksum}\n`)
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
  const materials = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  writeFileSync(path.join(folder, 'sbom.cdx.json'), materials)
  writeFileSync(
    path.join(folder, 'RELEASE'),
    `Crels ${programVersion()} for ${process.platform} on ${process.arch}\n`,
  )
}

/** The packages that run: of what is installed here, without what only building and testing need. */
function takePackages(folder: string): void {
  // Links where the disk is the same: removing from one place leaves the other.
  try {
    run('cp', ['-al', path.join(root, 'node_modules'), folder], root)
  } catch {
    run('cp', ['-a', '--force', path.join(root, 'node_modules'), folder], root)
  }
  // npm writes this list in place: through a link it would write that of the installation.
  const list = path.join('node_modules', '.package-lock.json')
  rmSync(path.join(folder, list))
  copyFileSync(path.join(root, list), path.join(folder, list))
  run('npm', ['run', '--silent', 'prune', '--', '--offline', '--no-audit', '--no-fund'], folder)
  for (const cache of globSync(path.join(folder, 'node_modules/.{cache,vite,vite-temp,vitest-cache}')))
    rmSync(cache, { recursive: true })
  // Types and maps of packages are for who builds with them: 6,500 files, 60 MB on the disk.
  for (const file of globSync('node_modules/**/*.{d.ts,d.mts,d.cts,map}', { cwd: folder }))
    rmSync(path.join(folder, file))
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

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
