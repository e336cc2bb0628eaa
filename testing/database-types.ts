import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/platform/migrate.ts'
import { startTestPostgres } from './postgres.ts'

// Writes the types of the migrated database; with `--check` only says whether the committed ones are current.
const file = fileURLToPath(new URL('../server/platform/database-types.ts', import.meta.url))
const check = process.argv.includes('--check')
const target = check ? `${file}.fresh` : file
const postgres = await startTestPostgres()
try {
  await migrate(postgres.url('crels'))
  const options = [
    '--url',
    postgres.url('crels'),
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--type-mapping',
    '{"int8":"number"}',
    '--date-parser',
    'string',
    '--out-file',
    target,
  ]
  execFileSync(fileURLToPath(new URL('../node_modules/.bin/kysely-codegen', import.meta.url)), options, {
    stdio: 'pipe',
  })
  if (check && readFileSync(target, 'utf8') !== readFileSync(file, 'utf8')) {
    console.error('server/platform/database-types.ts is not current: run `npm run generate`')
    process.exitCode = 1
  }
} finally {
  if (check) rmSync(target, { force: true })
  await postgres.stop()
}
