import pg from 'pg'
import { expect, test } from 'vitest'
import { joinEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { brandOptions, campaign, crels, refused, site, write } from './cli-stage.fixture.ts'

/** What commands refuse, in one line, and that nothing of it is written. Last: it counts what the others made. */
export function testRefusals(): void {
  const wrong: [args: string[], line: string | RegExp][] = [
    [['nope'], "error: unknown command 'nope'"],
    [
      ['brand', 'create', '--slug', 'A b', '--name', 'A'],
      /^slug: not acceptable \(.+\); website: missing\n$/,
    ],
    [['brand', 'create', '--file', '/nowhere.json'], /^\/nowhere\.json cannot be read \(ENOENT.+\)\n$/],
    [['brand', 'create', '--file', write('broken.json', '{')], /broken\.json is not JSON \(.+\)\n$/],
    [
      ['brand', 'create', '--file', write('list.json', '[]')],
      /list\.json is not a JSON object, in braces\n$/,
    ],
    [['brand', 'create', ...brandOptions('northwind')], 'There is already a brand northwind.'],
    [['brand', 'key', 'create', 'nobody'], 'There is no brand nobody.'],
    [['brand', 'key', 'revoke', 'bky_none'], 'There is no key bky_none.'],
    [['campaign', 'create'], "error: required option '--file <path>' not specified"],
    [
      ['campaign', 'create', '--file', write('bare.json', '{"brand":"northwind","colour":"red"}')],
      /^category: missing; title: missing; .+; reward: missing; Unrecognized key: "colour"\n$/,
    ],
    [
      ['campaign', 'create', '--file', write('lost.json', JSON.stringify({ ...campaign, brand: 'nobody' }))],
      'brand: not acceptable (There is no brand nobody)',
    ],
    [
      [
        'campaign',
        'create',
        '--file',
        write('inside.json', JSON.stringify({ ...campaign, destinationUrl: 'ftp://x' })),
      ],
      /^destinationUrl: not acceptable \([^\n]+\)\n$/,
    ],
    [['campaign', 'top-up', 'cmp_none', '1.5', '--reference', 'a'], /^1\.5 is not a whole number of crels/],
    [['campaign', 'top-up', 'cmp_none', '5', '--reference', 'a'], 'There is no campaign cmp_none.'],
    [
      ['campaign', 'reduce-budget', 'cmp_none', '5', '--reference', 'a', '--reason', 'b'],
      'There is no campaign cmp_none.',
    ],
    [['campaign', 'state', 'cmp_none', 'end'], /^Say why you end it: --reason/],
    [['campaign', 'state', 'cmp_none', 'fly'], /^error: .+ Allowed choices are publish, .+\n$/],
    [['campaign', 'decide', 'enr_none'], 'Say --approve or --decline "reason"'],
    [['campaign', 'decide', 'enr_none', '--approve'], 'There is no application enr_none.'],
    [['job', 'run', 'nope'], 'There is no job nope'],
    [['job', 'run', 'reconcile', '--data', '{'], /^--data is not JSON \(.+\)\n$/],
    [['clock', '--shift', 'a while'], '"a while" is not a valid interval such as "31 days" or "-2 hours"'],
    [
      ['clock', '--shift', '9 billion years'],
      '"9 billion years" is not a valid interval such as "31 days" or "-2 hours"',
    ],
    [['clock', '--shift', '1 day', '--reset'], 'Say --shift or --reset, not both'],
  ]

  test.each(wrong)('crels %j is refused in one line, and nothing is written', async (args, line) => {
    expect(await crels(args, site.settings)).toMatchObject(refused(line))
  })

  test('what was refused has left nothing behind', async () => {
    const { DATA_DIR: dataDir = '' } = site.settings
    const database = await joinEmbeddedPostgres({ dataDir: dataDir, log: () => {} })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`
      select (select count(*)::int from brand) as brands, (select count(*)::int from brand_key) as keys,
        (select count(*)::int from campaign) as campaigns, (select shift::text from clock_offset) as shift`)
    await client.end()
    expect(rows).toEqual([{ brands: 2, keys: 2, campaigns: 4, shift: '00:00:00' }])
  })
}
