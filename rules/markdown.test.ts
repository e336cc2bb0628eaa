import { describe, expect, it } from 'vitest'
import { parseInline, parseMarkdown, plainText, type Block, type Inline } from './markdown.ts'

/** The tree as a short text, for reading in a test. */
function shown(blocks: Block[]): string[] {
  return blocks.map((block) => {
    switch (block.type) {
      case 'heading':
        return `h${block.depth} ${textOf(block.inside)}`
      case 'paragraph':
        return `p ${textOf(block.inside)}`
      case 'list':
        return `${block.ordered ? 'ol' : 'ul'} ${block.items.map(textOf).join(' / ')}`
      case 'quote':
        return `> ${shown(block.inside).join(' ')}`
      case 'code':
        return `code ${block.text}`
      case 'table':
        return [block.head, ...block.rows].map((row) => `|${row.map(textOf).join('|')}|`).join(' ')
      case 'rule':
        return '---'
    }
  })
}

function textOf(parts: Inline[]): string {
  return parts.map(word).join('')
}

function word(part: Inline): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return `\`${part.text}\``
    case 'break':
      return '⏎'
    case 'link':
      return `<${part.href}|${textOf(part.inside)}>`
    case 'page':
      return `page(${part.path}|${textOf(part.inside)})`
    case 'strong':
    case 'em':
      return `${part.type}(${textOf(part.inside)})`
  }
}

describe('parseMarkdown', () => {
  it('reads tables; a row has as many cells as the head, and a bar in words is escaped', () => {
    const text = 'Before\n\n| A | B |\n|---|:-:|\n| **a** | b \\| c | d |\n| e |\nAfter'
    expect(shown(parseMarkdown(text))).toEqual(['p Before', '|A|B| |strong(a)|b | c| |e||', 'p After'])
    expect(shown(parseMarkdown('| no | table |\n| at | all |'))).toEqual(['p | no | table | | at | all |'])
  })

  it('reads what terms are made of', () => {
    const text = `
      ## What we pay for
      A first order, paid and **not returned**,
      within *30 days*.

      ## Not
      - Gift cards.
      - Orders of staff,
        no matter who places them.
      * Spam

      1. one
      2) two
      ---
      > Ask us
      > first.

      \`\`\`
      a **b**
      \`\`\`
    `
    expect(shown(parseMarkdown(text))).toEqual([
      'h2 What we pay for',
      'p A first order, paid and strong(not returned), within em(30 days).',
      'h2 Not',
      'ul Gift cards. / Orders of staff, no matter who places them. / Spam',
      'ol one / two',
      '---',
      '> p Ask us first.',
      'code a **b**',
    ])
  })

  it('keeps a list together over single blank lines and ends it at a paragraph', () => {
    expect(shown(parseMarkdown('- a\n\n- b\n\nafter'))).toEqual(['ul a / b', 'p after'])
  })

  it('leaves HTML as text', () => {
    expect(shown(parseMarkdown('<img src=x onerror=alert(1)> <b>no</b>'))).toEqual([
      'p <img src=x onerror=alert(1)> <b>no</b>',
    ])
  })

  it('reads nothing into nothing, and ends on any input', () => {
    expect(parseMarkdown('')).toEqual([])
    expect(parseMarkdown('\n \n')).toEqual([])
    expect(shown(parseMarkdown('```\nopen'))).toEqual(['code open'])
    expect(shown(parseMarkdown('> > deep'))).toEqual(['> > p deep'])
  })
})

describe('parseInline', () => {
  it.each([
    ['[site](https://a.example/x_y_z)', '<https://a.example/x_y_z|site>'],
    ['see https://a.example/b, please', 'see <https://a.example/b|https://a.example/b>, please'],
    ['[mail](mailto:a@b.example "t")', '<mailto:a@b.example|mail>'],
    ['[bad](javascript:alert(1))', 'bad)'],
    ['[bad](JaVaScRiPt:alert)', 'bad'],
    ['[bad](data:text/html,x)', 'bad'],
    ['[near](/login)', 'page(/login|near)'],
    ['[far](//evil.example)', 'far'],
    ['[far](/\\evil.example)', 'far'],
    ['[bank](https://bank.example@evil.example/)', 'bank'],
    ['see https://bank.example@evil.example/b now', 'see https://bank.example@evil.example/b now'],
    ['[odd](https:\\\\evil.example)', '<https://evil.example/|odd>'],
    ['see https://[::z now', 'see https://[::z now'],
    ['(see https://a.example\\)', '(see <https://a.example/|https://a.example>)'],
    ['[https://bank.example](https://evil.example)', '<https://bank.example/|https://bank.example>'],
    ['[**https://a.example** !](/login)', 'strong(<https://a.example/|https://a.example>) !'],
    ['![logo](https://a.example/l.png)', 'em(logo)'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['\\*not\\* `a*b*c`', '*not* `a*b*c`'],
    ['**[all](https://a.example)**', 'strong(<https://a.example/|all>)'],
    ['one  \ntwo', 'one⏎two'],
    ['**open', '**open'],
  ])('%s', (text, expected) => {
    expect(textOf(parseInline(text))).toBe(expected)
  })

  it('says the words of a text without its marks', () => {
    expect(plainText('**One** [page](/a) and\na `word`.\n\n- two\n- _three_')).toBe(
      'One page and a word. two three',
    )
  })

  it('comes to an end with text that would send a parser back again and again', () => {
    // One that goes back over what it read would need minutes, and run into the test's limit.
    expect(textOf(parseInline('*a '.repeat(20_000)))).toHaveLength(textOf(parseInline('*a ')).length * 20_000)
    expect(textOf(parseInline('['.repeat(20_000)))).toBe('['.repeat(20_000))
    expect(parseMarkdown('> '.repeat(50_000))).toHaveLength(1)
    expect(parseMarkdown('- a\n'.repeat(20_000))).toHaveLength(1)
  })
})

/** Beginnings without an end, by the hundred thousand: each took a search through all that followed. */
describe('reads hostile text in a time that grows with its length alone', () => {
  const characters = 200_000
  const pieces = '[ ![ [x]( [x](a [x](a" []( **a_ *** *a_ _a ` > - # \\ < http:// http://. ( ) " -- 1.'
    .split(' ')
    .concat('  ', '\t', '  x', '- - ', '\n', '[]\n', '> ', '- ', '# ', '1. ', '**a ', '*a ', '`a ', '[x](a "')
  const texts = pieces.flatMap((piece) => {
    const many = piece.repeat(characters / piece.length)
    return [many, `# a${many}b`, `x${many}x`, `**${many}`, `[x](${many}`]
  })

  it.each([...new Set(texts)].map((text) => [text.slice(0, 24), text] as const))('%j…', (_, text) => {
    const start = performance.now()
    parseMarkdown(text)
    // Linear it takes some 20 ms, on a busy machine 200; by the square of the length it took 30 s and more.
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

describe('reads as before', () => {
  it.each([
    ['**a **b**', '**a strong(b)'],
    ['**a*b**', 'strong(a*b)'],
    [
      '[a](https://a.example) [b](https://b.example "title")',
      '<https://a.example/|a> <https://b.example/|b>',
    ],
    ['[[a](https://a.example)', '[<https://a.example/|a>'],
    ['a  \nb   \nc', 'a⏎b⏎c'],
  ])('%j', (text, shownAs) => {
    expect(textOf(parseInline(text))).toBe(shownAs)
  })

  it.each([
    ['# Title ##', 'h1 Title'],
    ['# Title', 'h1 Title'],
    ['## a # b #', 'h2 a # b'],
  ])('%j', (text, shownAs) => {
    expect(shown(parseMarkdown(text))).toEqual([shownAs])
  })
})
