/** A piece of running text. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong'; inside: Inline[] }
  | { type: 'em'; inside: Inline[] }
  | { type: 'link'; href: string; inside: Inline[] }
  /** A link to a page of this site, a path; shown as one only in texts of our own. */
  | { type: 'page'; path: string; inside: Inline[] }
  | { type: 'break' }

/** A block of a document. Headings say their depth as written, 1 to 6. */
export type Block =
  | { type: 'heading'; depth: number; inside: Inline[] }
  | { type: 'paragraph'; inside: Inline[] }
  | { type: 'list'; ordered: boolean; items: Inline[][] }
  | { type: 'quote'; inside: Block[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'code'; text: string }
  | { type: 'rule' }

/**
 * Reads the Markdown people write in terms: headings, paragraphs, lists of one level, quotes, tables, code, rules,
 * emphasis, links, hard breaks. HTML and images stay text, and a link leads only to http(s) or a mail address. The general
 * parsers are 31 KB gzipped; this is 2.
 */
export function parseMarkdown(text: string, depth = 0): Block[] {
  const lines = dedent(text.replaceAll('\r\n', '\n').split('\n'))
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at, depth)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

/** Quotes within quotes beyond this stay text. */
const deepest = 3

const heading = /^(#{1,6})\s+(.*)$/
const bullet = /^\s{0,3}[-*+]\s+(.*)$/
const numbered = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/
const rule = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$|^\s{0,3}(?:_\s*){3,}$/
const quote = /^\s{0,3}>\s?(.*)$/
const fence = /^\s{0,3}```/
const tableRow = /^\s{0,3}\|(.*)\|\s*$/
const tableRule = /^\s{0,3}\|(?:[ :]*-+[ :]*\|)+\s*$/

function readBlock(lines: string[], at: number, depth: number): [Block | null, number] {
  const line = lines[at]!
  if (line.trim() === '') return [null, at + 1]
  const title = heading.exec(line)
  if (title) {
    return [{ type: 'heading', depth: title[1]!.length, inside: parseInline(titleOf(title[2]!)) }, at + 1]
  }
  if (fence.test(line)) return readCode(lines, at + 1)
  if (rule.test(line)) return [{ type: 'rule' }, at + 1]
  if (quote.test(line) && depth < deepest) return readQuote(lines, at, depth)
  if (tableRow.test(line) && tableRule.test(lines[at + 1] ?? '')) return readTable(lines, at)
  if (bullet.test(line)) return readList(lines, at, bullet, false)
  if (numbered.test(line)) return readList(lines, at, numbered, true)
  return readParagraph(lines, at)
}

/** Without the marks that may close a heading. */
function titleOf(text: string): string {
  let title = text.trimEnd()
  while (title.endsWith('#')) title = title.slice(0, -1)
  return title.trimEnd()
}

function readCode(lines: string[], from: number): [Block, number] {
  let at = from
  while (at < lines.length && !fence.test(lines[at]!)) at += 1
  return [{ type: 'code', text: lines.slice(from, at).join('\n') }, at + 1]
}

function readQuote(lines: string[], from: number, depth: number): [Block, number] {
  const inside: string[] = []
  let at = from
  for (let match = quote.exec(lines[at] ?? ''); match; match = quote.exec(lines[at] ?? '')) {
    inside.push(match[1]!)
    at += 1
  }
  return [{ type: 'quote', inside: parseMarkdown(inside.join('\n'), depth + 1) }, at]
}

/** Every row has as many cells as the head. */
function readTable(lines: string[], from: number): [Block, number] {
  const head = cellsOf(lines[from]!)
  const rows: Inline[][][] = []
  let at = from + 2
  for (; tableRow.test(lines[at] ?? ''); at += 1) {
    const cells = cellsOf(lines[at]!)
    rows.push(head.map((_, place) => cells[place] ?? []))
  }
  return [{ type: 'table', head, rows }, at]
}

function cellsOf(line: string): Inline[][] {
  return tableRow
    .exec(line)![1]!
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim()))
}

function readList(lines: string[], from: number, marker: RegExp, ordered: boolean): [Block, number] {
  const items: string[] = []
  let at = from
  for (; at < lines.length; at += 1) {
    const line = lines[at]!
    const item = marker.exec(line)
    if (item) items.push(item[1]!)
    else if (line.trim() === '' ? !marker.test(lines[at + 1] ?? '') : startsBlock(line)) break
    else if (line.trim() !== '') items.push(`${items.pop()}\n${line.trim()}`)
  }
  return [{ type: 'list', ordered, items: items.map(parseInline) }, at]
}

function readParagraph(lines: string[], from: number): [Block, number] {
  let at = from + 1
  while (at < lines.length && lines[at]!.trim() !== '' && !startsBlock(lines[at]!)) at += 1
  const text = lines.slice(from, at).map((line) => line.trimStart())
  return [{ type: 'paragraph', inside: parseInline(text.join('\n')) }, at]
}

function startsBlock(line: string): boolean {
  return [heading, bullet, numbered, rule, quote, fence].some((pattern) => pattern.test(line))
}

/** Takes off the indentation all lines share. */
function dedent(lines: string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const shared = indents.reduce((least, indent) => Math.min(least, indent), 100)
  return lines.map((line) => line.slice(shared))
}

// Linear in its input, whatever that is: what is looked for ends where its own beginning comes again, so that no
// beginning is searched for its end through all that follows.
const inline =
  /\\([\\`*_[\](){}#+\-.!>~|])|`([^`]+)`|\*\*(?=\S)((?:[^*]|\*(?!\*))+)(?<=\S)\*\*|\*(?=\S)([^*]*[^*\s])\*|(?<![\w])_(?=\S)([^_]*[^_\s])_(?![\w])|!?\[([^[\]]*)\]\(\s*<?([^\s)>[]+)>?(?:\s+"[^"]*")?\s*\)|(?<![\w/])(https?:\/\/[^\s<>()\\]*[^\s<>()\\.,;:!?'"])|(?<! ) {2,}\n|\\\n/g

/** Reads emphasis, code, links and breaks in running text. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  const plain = (text: string) => {
    if (text) parts.push({ type: 'text', text: text.replaceAll('\n', ' ') })
  }
  for (const match of text.matchAll(inline)) {
    plain(text.slice(from, match.index))
    from = match.index + match[0].length
    const [whole, escaped, code, strong, starred, underscored, label, target, bare] = match
    const emphasised = starred ?? underscored
    if (escaped) plain(escaped)
    else if (code) parts.push({ type: 'code', text: code })
    else if (strong) parts.push({ type: 'strong', inside: parseInline(strong) })
    else if (emphasised) parts.push({ type: 'em', inside: parseInline(emphasised) })
    else if (bare) parts.push(...linkTo(bare, [{ type: 'text', text: bare }]))
    else if (target !== undefined) parts.push(...linkOf(label!, target, whole))
    else parts.push({ type: 'break' })
  }
  plain(text.slice(from))
  return parts
}

function linkOf(label: string, target: string, whole: string): Inline[] {
  const inside = parseInline(label)
  if (whole.startsWith('!')) return [{ type: 'em', inside }]
  // A label that is an address leads where it says: no link stands in another, nor shows one address and opens another.
  return holdsLink(inside) ? inside : linkTo(target, inside)
}

function holdsLink(parts: Inline[]): boolean {
  return parts.some((part) => part.type === 'link' || ('inside' in part && holdsLink(part.inside)))
}

/**
 * A link to an address as the browser reads it; its text alone where that is no address, or hides a host behind a name.
 */
function linkTo(target: string, inside: Inline[]): Inline[] {
  if (/^\/(?![/\\])/.test(target)) return [{ type: 'page', path: target, inside }]
  const url = URL.canParse(target) ? new URL(target) : null
  const isSafe =
    url && ['https:', 'http:', 'mailto:'].includes(url.protocol) && !url.username && !url.password
  return isSafe ? [{ type: 'link', href: url.href, inside }] : inside
}

/** The words of a text, without its marks. */
export function plainText(text: string): string {
  return parseMarkdown(text).map(wordsOfBlock).join(' ')
}

function wordsOfBlock(block: Block): string {
  if (block.type === 'list') return block.items.map(wordsOfInlines).join(' ')
  if (block.type === 'quote') return block.inside.map(wordsOfBlock).join(' ')
  if (block.type === 'table') return [block.head, ...block.rows].flat().map(wordsOfInlines).join(' ')
  if (block.type === 'code') return block.text
  return block.type === 'rule' ? '' : wordsOfInlines(block.inside)
}

/** The words of running text, without its marks. */
export function wordsOfInlines(parts: Inline[]): string {
  return parts
    .map((part) => ('inside' in part ? wordsOfInlines(part.inside) : part.type === 'break' ? ' ' : part.text))
    .join('')
}
