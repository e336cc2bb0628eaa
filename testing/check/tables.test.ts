import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../run-folder.ts'
import { tableFaults } from './tables.ts'

test('finds queries on the tables of another module, tables without an owner and readers without a query', () => {
  const root = temporaryFolder('tables')
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  write(
    'server/platform/database-types.ts',
    'export interface DB {\n  apple: Apple;\n  "identity.pear": Pear;\n  plum: Plum;\n}\n',
  )
  write(
    'server/modules/apples/pick.ts',
    [
      'sql`with plum as (select 1) select from apple a, plum`',
      "db.selectFrom('pear').select('id')",
      'sql`insert into identity.pear (id) select id from apple`',
    ].join('\n'),
  )
  write('server/modules/apples/pick.test.ts', 'sql`delete from pear`')
  write('server/modules/pears/eat.ts', 'sql`select from pear p join apple on true`')
  write('server/platform/tables.ts', '`update only apple set id = 1`')
  const readers = {
    apples: { tables: ['pear'], reason: 'They are sold together.' },
    pears: { tables: ['plum'], reason: '' },
  }
  expect(tableFaults(root, { apples: ['apple'], pears: ['pear', 'melon'] }, readers)).toEqual([
    'plum has no owner',
    'melon has an owner and does not exist',
    'server/modules/apples/pick.ts writes pear, which belongs to pears',
    'server/modules/pears/eat.ts reads apple, which belongs to apples',
    'server/platform/tables.ts writes apple, which belongs to apples',
    'pears is listed to read plum and does not',
  ])
})
