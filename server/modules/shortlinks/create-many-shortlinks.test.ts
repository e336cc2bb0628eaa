import { expect, test } from 'vitest'
import { createMember, type TestMember } from '#testing/members.ts'
import { ada, app, joined, make, openApp } from './shortlinks.fixture.ts'

openApp()

async function send(file: string | Uint8Array, member: TestMember = ada, headers: object = {}) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks/bulk/csv',
    headers: { ...member.headers, 'content-type': 'text/csv', ...headers },
    payload: Buffer.from(file),
  })
  return { status: response.statusCode, ...response.json() }
}
const csv = async (member: TestMember) => {
  const headers = { ...member.headers, accept: 'text/csv' }
  return await app.server.inject({ url: '/api/v1/shortlinks', headers })
}
const count = async (member: TestMember) => (await csv(member)).body.trim().split('\r\n').length - 1

test('makes a link of each row, and what is exported makes the same links elsewhere', async () => {
  const member = await createMember(app)
  const answer = await send(
    'title;destinationUrl;code;utm_source;expiresAt\n"A ""mug"", green";https://shop.example/a;many-1;news;\n;https://shop.example/b;;;2099-01-01T00:00:00Z\n',
    member,
  )
  expect(answer).toMatchObject({
    status: 201,
    made: 2,
    rows: [
      { line: 2, code: 'many-1', url: `${app.config.publicOrigin}/s/many-1`, issues: [] },
      { line: 3, code: expect.stringMatching(/^\w{7}$/), issues: [] },
    ],
  })
  const exported = await csv(member)
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(exported.headers['content-disposition']).toMatch(/^attachment; filename="crels-links\.csv"$/)
  expect(exported.body).toContain('https://shop.example/a,many-1,"A ""mug"", green",news,')
  // As it is, every code of it is taken.
  const again = await send(exported.body, member)
  expect(again).toMatchObject({ status: 200, made: 0 })
  expect(again.rows.map((row: { issues: { code: string }[] }) => row.issues[0]!.code)).toEqual([
    'code_taken',
    'code_taken',
  ])
  const elsewhere = exported.body.replaceAll('many-1', 'many-2').replace(/,\w{7},/, ',,')
  expect(await send(elsewhere, member)).toMatchObject({ status: 201, made: 2 })
})

test('makes none where one is refused, and says of each row what is wrong', async () => {
  const member = await createMember(app)
  const other = await joined()
  await make({ code: 'many-taken' })
  const answer = await send(
    [
      'destinationUrl,code,campaignId,utm_source,defaultSub,expiresAt',
      'https://shop.example/fine,many-fine,,,,',
      'https://shop.example/,many-taken,,,,',
      'https://shop.example/,many-fine,,,,',
      'javascript:alert(1),,,,,',
      'https://shop.example/,Nö,,,,',
      `https://shop.example/,,${other.id},,,`,
      `https://shop.example/,,,${'x'.repeat(201)},,`,
      'https://shop.example/,,,,,yesterday',
      ',,,,x,',
    ].join('\r\n'),
    member,
  )
  expect(answer).toMatchObject({ status: 200, made: 0 })
  const answered = answer.rows.map((row: { line: number; issues: { column: string; code: string }[] }) => [
    row.line,
    ...row.issues.map(({ column, code }) => `${column} ${code}`),
  ])
  expect(answered).toEqual([
    [2],
    [3, 'code code_taken'],
    [4, 'code code_taken'],
    [5, 'destinationUrl not_web'],
    [6, 'code bad_characters'],
    [7, 'campaignId not_enrolled'],
    [8, 'utm_source too_big'],
    [9, 'expiresAt invalid_format'],
    [10, 'destinationUrl not_an_address'],
  ])
  expect(answer.rows[1].suggestions).toHaveLength(3)
  expect(await count(member)).toBe(0)
})

test('the same file with the same key makes its links once, also when it was refused before', async () => {
  const member = await createMember(app)
  const key = { 'idempotency-key': 'my-file' }
  const file = 'destinationUrl\nhttps://shop.example/\n'
  const [one, two] = [await send(file, member, key), await send(file, member, key)]
  expect(two).toEqual(one)
  expect(await count(member)).toBe(1)
  const wrong = { 'idempotency-key': 'wrong-file' }
  expect(await send('destinationUrl\nhttps://shop.example/\nftp://x.example\n', member, wrong)).toMatchObject(
    { made: 0 },
  )
  expect(await count(member)).toBe(1)
})

test.each([
  ['names the columns', ''],
  ['names the columns', 'code\nabc'],
  ['no line after', 'destinationUrl'],
  ['twice', 'destinationUrl,code,code\na,b,c'],
  ['Line 3 has more cells', 'destinationUrl\nhttps://a.example/\nhttps://a.example/tea,mugs/1'],
  ['Line 2 has more cells', 'destinationUrl,title\nhttps://a.example/,Tea, and mugs'],
  ['never closed', 'destinationUrl\n"https://'],
  ['null character', 'destinationUrl\nhttps://a.example/\0'],
  ['UTF-8', new Uint8Array([0xff, 0xfe, 0x41])],
  ['500 are the most', `destinationUrl\n${'https://a.example/\n'.repeat(501)}`],
])('what cannot be read is refused with why: %s', async (why, file) => {
  const answer = await send(file)
  expect(answer).toMatchObject({ status: 422, code: 'csv_unreadable', detail: expect.stringContaining(why) })
})

test('cells after the columns are nothing where they are empty, as spreadsheets leave them', async () => {
  const member = await createMember(app)
  const answer = await send('destinationUrl,title\nhttps://shop.example/,Tea,,\n', member)
  expect(answer).toMatchObject({ status: 201, made: 1 })
})

test.each(['=1+1', '＝1', '@all', '-5 %', 'Tea;=1+1'])(
  'a title that a spreadsheet would run comes back unchanged: %s',
  async (title) => {
    const member = await createMember(app)
    await make({ title, code: undefined }, member)
    const exported = (await csv(member)).body.replace(/,\w{7},/, ',,')
    expect(exported).toContain(title.startsWith('Tea') ? "Tea;'=1+1" : `'${title}`)
    expect(await send(exported, member)).toMatchObject({ status: 201, made: 1 })
    const listed = await app.server.inject({ url: '/api/v1/shortlinks', headers: member.headers })
    expect(listed.json().items.map((link: { title: string }) => link.title)).toEqual([title, title])
  },
)

test('JSON is no such file', async () => {
  expect(await send('{}', ada, { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
})
