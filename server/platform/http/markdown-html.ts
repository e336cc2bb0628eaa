import { parseMarkdown, wordsOfInlines, type Block, type Inline } from '#rules/markdown.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'

/**
 * Markdown of an operator or a brand as HTML: nothing in it is HTML of its own. Its headings have ids; under a heading
 * of the third level, where others like it stand beside it, they have none.
 */
export function markdownHtml(
  markdown: string,
  { isUnderHeading = false }: { isUnderHeading?: boolean } = {},
): string {
  return blocksHtml(parseMarkdown(markdown), isUnderHeading ? null : new Set())
}

function blocksHtml(blocks: Block[], ids: Set<string> | null): string {
  return blocks.map((block) => blockHtml(block, ids)).join('')
}

function blockHtml(block: Block, ids: Set<string> | null): string {
  switch (block.type) {
    case 'heading': {
      if (ids === null) return `<h4>${inlinesHtml(block.inside)}</h4>`
      // The page's own is of the first level.
      const level = block.depth <= 2 ? 2 : 3
      return `<h${level} id="${idOf(block.inside, ids)}">${inlinesHtml(block.inside)}</h${level}>`
    }
    case 'paragraph':
      return `<p>${inlinesHtml(block.inside)}</p>`
    case 'list': {
      const items = block.items.map((item) => `<li>${inlinesHtml(item)}</li>`).join('')
      return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`
    }
    case 'quote':
      return `<blockquote>${blocksHtml(block.inside, ids)}</blockquote>`
    case 'table': {
      const cells = (row: Inline[][]) => row.map((cell) => `<td>${inlinesHtml(cell)}</td>`).join('')
      const head = block.head.map((cell) => `<th scope="col">${inlinesHtml(cell)}</th>`).join('')
      const rows = block.rows.map((row) => `<tr>${cells(row)}</tr>`).join('')
      return `<div data-table tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
    }
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
  }
}

function inlinesHtml(parts: Inline[]): string {
  return parts.map(inlineHtml).join('')
}

function inlineHtml(part: Inline): string {
  switch (part.type) {
    case 'text':
      return escapeHtml(part.text)
    case 'code':
      return `<code>${escapeHtml(part.text)}</code>`
    case 'break':
      return '<br>'
    case 'link':
      return `<a href="${escapeHtml(part.href)}" rel="noreferrer">${inlinesHtml(part.inside)}</a>`
    case 'page':
      return `<a href="${escapeHtml(part.path)}">${inlinesHtml(part.inside)}</a>`
    case 'strong':
      return `<strong>${inlinesHtml(part.inside)}</strong>`
    case 'em':
      return `<em>${inlinesHtml(part.inside)}</em>`
  }
}

/** As headings are named elsewhere; a second one of the same words has a number. */
function idOf(parts: Inline[], ids: Set<string>): string {
  const words =
    wordsOfInlines(parts)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'section'
  let id = words
  for (let count = 1; ids.has(id); count += 1) id = `${words}-${count}`
  ids.add(id)
  return id
}
