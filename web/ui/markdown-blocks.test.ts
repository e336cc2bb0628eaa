import { describe, expect, it } from 'vitest'
import { parseInline, parseMarkdown, type Block, type Inline } from './markdown-blocks.ts'

/** The tree as a short text, for reading in a test. */
function shown(blocks: Block[]): string[] {
  return blocks.map((block) => {
    switch (block.type) {
      case 'heading':
        return `h${block.depth} ${words(block.inside)}`
      case 'paragraph':
        return `p ${words(block.inside)}`
      case 'list':
        return `${block.ordered ? 'ol' : 'ul'} ${block.items.map(words).join(' / ')}`
      case 'quote':
        return `> ${shown(block.inside).join(' ')}`
      case 'code':
        return `code ${block.text}`
      case 'rule':
        return '---'
    }
  })
}

function words(parts: Inline[]): string {
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
      return `<${part.href}|${words(part.inside)}>`
    case 'strong':
    case 'em':
      return `${part.type}(${words(part.inside)})`
  }
}

describe('parseMarkdown', () => {
  it('reads what terms are made of', () => {
    const text = `
      ## What we pay for
      A first order, paid and **not returned**,
      within *30 days*.

      ## Not
      - Gift cards.
      - Orders of staff,
        whoever places them.
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
      'ul Gift cards. / Orders of staff, whoever places them. / Spam',
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
    ['[near](/login)', 'near'],
    ['![logo](https://a.example/l.png)', 'em(logo)'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['\\*not\\* `a*b*c`', '*not* `a*b*c`'],
    ['**[all](https://a.example)**', 'strong(<https://a.example|all>)'],
    ['one  \ntwo', 'one⏎two'],
    ['**open', '**open'],
  ])('%s', (text, expected) => {
    expect(words(parseInline(text))).toBe(expected)
  })

  it('comes to an end with text that would send a parser back again and again', () => {
    // One that goes back over what it read would need minutes, and run into the test's limit.
    expect(words(parseInline('*a '.repeat(20_000)))).toHaveLength(words(parseInline('*a ')).length * 20_000)
    expect(words(parseInline('['.repeat(20_000)))).toBe('['.repeat(20_000))
    expect(parseMarkdown('> '.repeat(50_000))).toHaveLength(1)
    expect(parseMarkdown('- a\n'.repeat(20_000))).toHaveLength(1)
  })
})
