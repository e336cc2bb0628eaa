import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answer, crels, refused, site, write } from './cli-stage.fixture.ts'

const asAda = ['--as', 'ada@crels.example']

/** Operators, of whom the commands after these tests name the first. */
export function testOperators(): void {
  test('operators: the first is an owner, each acts by name and role, and what they did is proved', async () => {
    const { settings } = site
    const add = async (email: string, role: string, as: string[] = []) =>
      await crels(['operator', 'add', email, '--name', email.slice(0, 3), '--role', role, ...as], settings)
    const pause = ['rate', 'pause', '--reason', 'a try']
    expect(await crels(pause, settings)).toMatchObject(
      refused(
        'Say who acts: --as you@example.com, or the setting OPERATOR. `crels operator add` makes the first operator.',
      ),
    )
    expect(await add('Ada@crels.example', 'manager')).toMatchObject(
      refused('The first operator is an owner.'),
    )
    expect((await add('Ada@crels.example', 'owner')).stdout).toMatch(
      /^ada@crels\.example {2}Ada, owner\nhttp\S+\/console\/invitation#\S+\nOpen it in a browser to sign in/,
    )
    expect((await add('bob@crels.example', 'support')).status).toBe(1)
    expect((await add('bob@crels.example', 'support', asAda)).stdout).toBe(
      'bob@crels.example  bob, support\n',
    )
    expect(await crels(pause, { ...settings, OPERATOR: 'bob@crels.example' })).toMatchObject(
      refused('The role support does not allow exchange.pause.'),
    )
    const list = await crels(['audit', 'list', '--action', 'operator.add', ...asAda], settings)
    expect(list.stdout).toMatch(/^\d+ {2}\S+ {2}Ada {2}operator.add opr_\w+ {2}\{"role":"support"\}\n/)
    const checked = await crels(['audit', 'check'], settings)
    expect(checked.stdout).toMatch(
      /^\d+ entries, the last [0-9a-f]{64}\nThe chain holds, and every audited table is as the log says\n$/,
    )
    const [, entry = '', hash = ''] = /^(\d+) entries, the last (\w+)/.exec(checked.stdout) ?? []
    const kept = async (said: string) =>
      await crels(['audit', 'check', '--entry', entry, '--hash', said], settings)
    expect((await kept(hash)).status).toBe(0)
    expect(await kept(hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(`Entry ${entry} has the hash ${hash}, not the one kept\n`) as string,
    })
    settings.OPERATOR = 'ada@crels.example'
  })
}

/** Commands about what things are worth: the economy, currencies, the rate, payouts and the shop. */
export function testMoneyCommands(): void {
  test('the economy is set for what comes after, with its history', async () => {
    const before = await crels(['economy', 'show'], site.settings)
    expect(before.stdout).toMatch(/^Version 0\n(.*\n)*checkIn.basePoints=10\n/)
    const set = ['economy', 'set', 'checkIn.basePoints=12', ...asAda, '--reason', 'a quiet month']
    expect((await crels(set, site.settings)).stdout).toMatch(
      /^Version 1\n    checkIn.basePoints: 10 → 12\ncheckIn.basePoints: [A-Z].+\nPoints a month for 1,000 members: [\d,]+ → [\d,]+\n$/,
    )
    expect((await crels(set, site.settings)).stdout).toBe('That is so already, in version 1\n')
    expect(answer(await crels(['economy', 'history', '--json'], site.settings))).toMatchObject([
      { version: 1, author: 'Ada', reason: 'a quiet month', changes: [{ path: 'checkIn.basePoints' }] },
    ])
    const tried = await crels(['economy', 'simulate', 'socialShare.points=60'], site.settings)
    expect(tried.stdout).toMatch(/^social share {16} {4}12,000 {4}24,000$/m)
    const refused = ['economy', 'set', 'checkIn.basePoints=-1', ...asAda, '--reason', 'a slip']
    expect(await crels(refused, site.settings)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^checkIn.basePoints: not acceptable/) as string,
    })
  })

  test('other terms of payouts are set once what they touch was said and agreed to', async () => {
    const set = ['economy', 'set', 'redemption.minimumAge=21', 'tax.keepYears=3', ...asAda, '--reason', 'law']
    const asked = await crels(set, site.settings)
    expect(asked).toMatchObject({ status: 1, stdout: '' })
    expect(asked.stderr).toMatch(
      /^Refused a payout by age or country: \d+ members with [\d,]+ crels \(\$[\d,.]+\) → \d+ members with [\d,]+ crels \(\$[\d,.]+\)\nOf their redemptions that wait, /,
    )
    expect(asked.stderr).toMatch(
      /\n\d+ tax forms of members who left keep their last day.*\nNothing is changed: add --yes/,
    )
    expect((await crels(['economy', 'show'], site.settings)).stdout).toContain('redemption.minimumAge=18\n')
    const tried = await crels(['economy', 'simulate', 'tax.regime="us"'], site.settings)
    expect(tried.stdout).toMatch(/\nAsked for a tax form at the next payout: \d+ members → \d+\n/)
    expect((await crels([...set, '--yes'], site.settings)).stdout).toMatch(/redemption.minimumAge: 18 → 21\n/)
    const back = [
      'economy',
      'set',
      'redemption.minimumAge=18',
      'tax.keepYears=5',
      ...asAda,
      '--reason',
      'law',
    ]
    expect((await crels([...back, '--yes'], site.settings)).status).toBe(0)
  })

  test('other currencies get a rate for a day, one by one and by file', async () => {
    const { settings } = site
    const currency = ['currency', 'set', 'EUR', '1.0835', '--day', '2026-11-20', ...asAda]
    expect(await crels(currency, settings)).toMatchObject(
      refused(
        `1 EUR is $1.0835 from 2026-11-20 to 2026-11-27; it had no rate
What is reported from now on goes by it, and what was recorded keeps its rate
Nothing is changed: add --yes to do it`,
      ),
    )
    const set = await crels([...currency, '--yes'], settings)
    expect(set.stdout).toBe('1 EUR is $1.0835 on 2026-11-20\n')
    const file = write('rates.csv', 'day,currency,usd\n2026-11-21,EUR,1.09\n2026-11-21,JPY,0.00671\n')
    const asked = await crels(['currency', 'import', file, ...asAda], settings)
    expect(asked.stderr).toMatch(
      /^1 EUR is \$1\.09 from 2026-11-21 to 2026-11-28; it was \$1\.0835\n1 JPY is \$0\.00671 from 2026-11-21 to 2026-11-28; it had no rate\n/,
    )
    const imported = await crels(['currency', 'import', file, '--yes', ...asAda], settings)
    expect(imported.stdout).toBe('2 rates\n')
    write('rates.csv', '2026-11-22,EUR,1.1\n2026-11-22,EURO,1\n')
    expect(await crels(['currency', 'import', file, ...asAda], settings)).toMatchObject(
      refused("Rate 2: EURO is no other currency's code"),
    )
    expect(answer(await crels(['currency', 'list', '--json'], settings))).toEqual([
      { currency: 'EUR', day: '2026-11-21', usdPerUnit: '1.09' },
      { currency: 'JPY', day: '2026-11-21', usdPerUnit: '0.00671' },
    ])
  })

  test('the rate is set, asked about again when it is far off, paused and resumed, with its history', async () => {
    const signed = [...asAda, '--reason', 'the market']
    const nearby = ['rate', 'set', '10.75', ...signed]
    expect(await crels(nearby, site.settings)).toMatchObject(
      refused(
        'Members have 0 crels: $0.00 at 10.5 crels for $1, $0.00 at 10.75; 0 quotes keep the old rate\nNothing is changed: add --yes to do it',
      ),
    )
    const set = await crels([...nearby, '--yes'], site.settings)
    expect(set.stdout).toBe('$1 is 10.75 crels; it was 10.5\n')
    expect(await crels(['rate', 'set', '105', ...signed], site.settings)).toMatchObject(
      refused('From 10.75 to 105 is a change of more than 10%; say --confirm if it is meant'),
    )
    expect((await crels(['rate', 'set', '10.5', '--confirm', ...signed], site.settings)).status).toBe(0)
    expect(await crels(['rate', 'pause', ...signed], site.settings)).toMatchObject(
      refused(
        'Pausing voids 0 quotes, and stops redemptions until the exchange is resumed\nNothing is changed: add --yes to do it',
      ),
    )
    expect((await crels(['rate', 'pause', '--yes', ...signed], site.settings)).stdout).toBe(
      'The exchange is paused\n',
    )
    const rate = await fetch(`${site.origin}/api/v1/exchange/rates/usd/to/crels`)
    expect(await rate.json()).toMatchObject({ value: 10.5, paused: true })
    expect((await crels(['rate', 'resume', '--yes', ...signed], site.settings)).stdout).toBe(
      'The exchange is open\n',
    )
    expect((await crels(['rate', 'show'], site.settings)).stdout).toMatch(
      /^\$1 is 10.5 crels since .*open\n$/,
    )
    const history = await crels(['rate', 'history', '--limit', '3', '--json'], site.settings)
    expect(history).toMatchObject({
      status: 0,
      stderr: 'The last 3, there are older ones: --limit shows more\n',
    })
    expect(JSON.parse(history.stdout)).toMatchObject([
      { change: { paused: false } },
      { change: { paused: true } },
      { change: { usdToCrels: '10.5' }, author: 'Ada', reason: 'the market' },
    ])
  })

  test('redemptions are listed, and what is not there is refused in a line', async () => {
    expect((await crels(['redemption', 'list', '--state', 'requested'], site.settings)).stdout).toBe('None\n')
    expect((await crels(['payout-run', 'list'], site.settings)).stdout).toBe('None\n')
    expect(await crels(['payout-run', 'draft', 'paypal', ...asAda], site.settings)).toMatchObject(
      refused('There is nothing to pay: no approved redemption fits.'),
    )
    expect((await crels(['redemption', 'totals', '2026'], site.settings)).stdout).toBe('No payouts\n')
    const nothing = ['redemption', 'approve', `rdm_${'0'.repeat(32)}`]
    expect(await crels(nothing, site.settings)).toMatchObject(refused('There is no such redemption.'))
  })

  test('the shop is stocked by file, its codes are imported all or none, and a dry run changes nothing', async () => {
    const by = ['--reason', 'a test']
    const shop = async (...args: string[]) => await crels(['shop', ...args], site.settings)
    const mug = ['add', '--file', 'docs/examples/shop-item.json', ...by]
    expect((await shop(...mug, '--dry-run')).stdout).toContain('nothing is changed')
    expect((await shop('items')).stdout).toBe('None\n')
    expect((await shop(...mug)).stdout).toMatch(/^Item tea-mug \(itm_/)
    for (const more of [[], ['--dry-run']])
      expect(await shop(...mug, ...more)).toMatchObject(refused('There is an item tea-mug already.'))
    const edit = ['edit', 'tea-mug', '--file', write('mug.json', '{"points":2100}'), ...by]
    expect((await shop(...edit, '--dry-run')).stdout).toBe('Would change points\n')
    expect((await shop(...edit)).stdout).toBe('Changed points\n')
    expect((await shop(...edit)).stdout).toBe('It is so already\n')
    expect((await shop('restock', 'tea-mug', '2', ...by)).stdout).toBe('tea-mug has 20 in stock\n')
    const card = { slug: 'card', kind: 'gift_card', title: 'Card', summary: 'A code.', points: 50 }
    await shop('add', '--file', write('card.json', JSON.stringify(card)), ...by)
    const codes = (text: string, ...more: string[]) =>
      shop('codes', 'import', 'card', write('codes.csv', text), ...by, ...more)
    expect((await codes('code\nA-1\nA-2\n', '--dry-run')).stdout).toContain('2 codes can be imported')
    expect((await codes('code\nA-1\nA-2\n')).stdout).toBe('Imported 2 codes\n')
    expect(await codes('A-3\nA-1\n')).toMatchObject(
      refused(/line 2: this code is in the pool of card already/),
    )
    const out = write('refused.csv', '')
    expect((await codes('A-4\nA-1\n=1+1,x\n', '--only-new', '--refused', out)).stdout).toBe(
      `Imported 1 codes\nThe refused lines are in ${out}\n`,
    )
    expect(readFileSync(out, 'utf8').split('\r\n').slice(1)).toEqual([
      '2,this code is in the pool of card already,A-1',
      `3,has more than one column,"'=1+1,x"`,
      '',
    ])
    expect((await shop('items')).stdout).toMatch(/card  gift_card  50 points  open  3 left, 0 sold/)
    expect((await shop('show', 'tea-mug')).stdout).toContain('Ada changed points: a test')
    expect((await shop('orders', '--state', 'placed')).stdout).toBe('None\n')
    const ship = ['ship', `ord_${'0'.repeat(32)}`, '--carrier', 'DHL']
    expect(await shop(...ship)).toMatchObject(refused(`There is no order ord_${'0'.repeat(32)}.`))
    expect(await shop('restock', 'card', '1', ...by)).toMatchObject(refused(/The stock of card is its codes/))
  })
}
