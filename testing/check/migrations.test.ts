import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beforeFirstRelease } from '#server/platform/migration-files.ts'
import { temporaryFolder } from '../run-folder.ts'
import { gitIsHere } from './history.ts'
import { migrationFaults, recordMigrations } from './migrations.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder('migrations')
  mkdirSync(path.join(root, 'migrations'))
  write('0001_first.sql', 'create table a (id int);')
  write('0002_second.sql', 'create table b (id int);')
  recordMigrations(root)
})
afterEach(() => rmSync(root, { recursive: true }))

test('lets be what landed, and takes the next number', () => {
  expect(migrationFaults(root)).toEqual([])
  write('0003_third.sql', 'drop table a;')
  expect(migrationFaults(root)).toEqual([
    '0003_third.sql is not in migrations/checksums.txt: run `npm run generate`',
  ])
  expect(recordMigrations(root)).toEqual(['0003_third.sql'])
  expect(migrationFaults(root)).toEqual([])
})

test.each([
  [
    'an edit',
    () => write('0001_first.sql', 'create table a (id bigint);'),
    '0001_first.sql was changed after it landed',
  ],
  ['a removal', () => rmSync(file('0002_second.sql')), '0002_second.sql landed and is gone'],
  [
    'a new name',
    () => renameSync(file('0002_second.sql'), file('0002_other.sql')),
    '0002_second.sql landed and is gone',
  ],
  ['a gap', () => write('0004_fourth.sql', ''), '0004_fourth.sql should be number 0003'],
  ['a double', () => write('0002_again.sql', ''), '0002_second.sql should be number 0003'],
  [
    'a name the migrator would pass over',
    () => write('0003-third.sql', ''),
    '0003-third.sql: no name of a migration',
  ],
])('finds %s', (_, plant, fault) => {
  plant()
  expect(migrationFaults(root).join('\n')).toContain(fault)
  // Recording again is no way around it: lines that are there stay.
  recordMigrations(root)
  if (!fault.includes('number') && !fault.includes('name of'))
    expect(migrationFaults(root).join('\n')).toContain(fault)
})

test.skipIf(!gitIsHere())(
  'finds a landed migration edited together with its line in the history (skipped without git)',
  () => {
    git('init', '-q')
    commit('one')
    write('0003_third.sql', 'drop table a;')
    recordMigrations(root)
    commit('two')
    expect(migrationFaults(root)).toEqual([])
    write('0001_first.sql', 'create table a (id bigint);')
    rmSync(file('checksums.txt'))
    recordMigrations(root)
    const fault = 'the line of 0001_first.sql in the history is changed or gone'
    expect(migrationFaults(root).join('\n')).toContain(fault)
    // Committing does not make it the truth, nor does a tree exported without history know better.
    commit('three')
    expect(migrationFaults(root).join('\n')).toContain(fault)
    rmSync(path.join(root, '.git'), { recursive: true })
    expect(migrationFaults(root)).toEqual([])
  },
)

test.skipIf(!gitIsHere()).each(beforeFirstRelease)(
  'a list from before the first release (%s) binds no longer (skipped without git)',
  (hash) => {
    git('init', '-q')
    writeFileSync(file('checksums.txt'), `${hash}  0001_platform.sql\n`)
    commit('before')
    rmSync(file('checksums.txt'))
    recordMigrations(root)
    expect(migrationFaults(root)).toEqual([])
    // What landed since does.
    commit('squash')
    write('0001_first.sql', 'create table a (id bigint);')
    rmSync(file('checksums.txt'))
    recordMigrations(root)
    expect(migrationFaults(root).join('\n')).toContain('the line of 0001_first.sql in the history')
  },
)

test.skipIf(!gitIsHere())(
  'finds a function whose parameters changed, and one that was dropped (skipped without git)',
  () => {
    git('init', '-q')
    mkdirSync(file('functions'))
    const head = 'create or replace function area(a integer, b integer) returns integer language sql as'
    write('functions/shapes.sql', `${head} 'select a * b';`)
    commit('one')
    // The text is free, and so is its file.
    rmSync(file('functions/shapes.sql'))
    write(
      'functions/squares.sql',
      `${head.replace('(a', '(\n  a').replace(') returns', '\n) returns')} 'select 2';`,
    )
    expect(migrationFaults(root)).toEqual([])
    write('functions/squares.sql', `${head.replace('b integer', 'b bigint')} 'select 2';`)
    expect(migrationFaults(root)).toEqual([
      'migrations/functions: area has another signature than it had: give it a new name, and leave the old for a release',
    ])
    rmSync(file('functions/squares.sql'))
    expect(migrationFaults(root)).toEqual([
      'migrations/functions: area is gone: a migration drops it (`drop function if exists area`)',
    ])
    write('0003_no_area.sql', 'drop function if exists area(integer, integer);')
    recordMigrations(root)
    expect(migrationFaults(root)).toEqual([])
  },
)

test('finds a function that calls what only a later migration makes', () => {
  const makes = (name: string, body: string) =>
    `create or replace function ${name}(a integer) returns integer language sql as 'select ${body}';\n`
  mkdirSync(file('functions'))
  write('functions/shapes.sql', makes('doubled', 'tripled(a)'))
  write('0073_shapes.sql', '\\ir functions/shapes.sql')
  write('functions/others.sql', makes('tripled', 'a * 3'))
  write('0074_others.sql', '\\ir functions/others.sql')
  const fault =
    '0073_shapes.sql calls tripled, which a later migration makes: put both into one file of functions'
  expect(migrationFaults(root)).toContain(fault)
  write('functions/shapes.sql', makes('doubled', 'tripled(a)') + makes('tripled', 'a * 3'))
  rmSync(file('functions/others.sql'))
  write('0074_others.sql', 'select 1;')
  expect(migrationFaults(root)).not.toContain(fault)
})

test('the list is what sha256sum reads', () => {
  expect(readFileSync(file('checksums.txt'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}0001_first\.sql\n[0-9a-f]{64} {2}0002_second\.sql\n$/,
  )
})

const file = (name: string) => path.join(root, 'migrations', name)
const write = (name: string, sql: string) => writeFileSync(file(name), sql)

function commit(message: string) {
  git('add', '-A')
  git('-c', 'user.name=Test', '-c', 'user.email=test@crels.example', 'commit', '-qm', message)
}

function git(...args: string[]) {
  execFileSync('git', args, { cwd: root, stdio: 'pipe' })
}
