import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sepaDocument } from '#rules/sepa-document.ts'
import { has } from './programs.ts'
import { temporaryFolder } from './run-folder.ts'
import { suiteSeed } from './suite-seed.ts'

/** The schema of ISO 20022 is in Debian's library for German banks. */
const schemas = '/usr/share/java/hbci4j-core.jar'
const isMissing = !existsSync(schemas) || !has('xmllint') || !has('unzip')

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
const bic = fc.constantFrom('DNBANOKK', 'COBADEFFXXX', 'marktgb2ldn')
const iban = fc.constantFrom('NO9386011117947', 'DE02120300000000202051', 'MT84MALT011000012345MTLCAST001S')
const files = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9-]{1,35}$/),
  format: fc.constant('sepa' as const),
  currency: fc.constant('EUR' as const),
  madeAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  payer: fc.record({ name: text, iban, bic }, { requiredKeys: ['name', 'iban'] }),
  lines: fc.array(
    fc.record({
      reference: fc.stringMatching(/^[A-Za-z0-9-]{1,35}$/),
      amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
      to: fc.record(
        { kind: fc.constant('bank' as const), holder: text, iban, bic },
        { requiredKeys: ['kind', 'holder', 'iban'] },
      ),
    }),
    { minLength: 1, maxLength: 20 },
  ),
})

test.skipIf(isMissing)(
  'a SEPA file is valid by the schema of ISO 20022, whoever is paid (skipped without xmllint and libhbci4j-core-java)',
  { timeout: 60_000 },
  () => {
    const folder = temporaryFolder('sepa')
    const schema = path.join(folder, 'pain.xsd')
    writeFileSync(schema, spawnSync('unzip', ['-p', schemas, 'pain.001.001.09.xsd']).stdout)
    const lint = (documents: string[]) => {
      const written = documents.map((document, index) => {
        const file = path.join(folder, `${index}.xml`)
        writeFileSync(file, document)
        return file
      })
      return spawnSync('xmllint', ['--noout', '--schema', schema, ...written], { encoding: 'utf8' })
    }
    const made = fc.sample(files, { numRuns: 300, seed: suiteSeed }).map(sepaDocument)
    const { status, stderr } = lint(made)
    expect({ status, wrong: stderr.split('\n').filter((line) => !/ validates$|^$/.test(line)) }).toEqual({
      status: 0,
      wrong: [],
    })
    const spoilt = lint([made[0]!.replace('<PmtMtd>TRF</PmtMtd>', '')])
    expect(spoilt).toMatchObject({ status: 3, stderr: expect.stringContaining('PmtMtd') as string })
  },
)
