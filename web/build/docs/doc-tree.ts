import type { Language } from '#contracts/languages.ts'
import { factAt } from '#rules/text-facts.ts'

/** What the trees of Markdown and HTML have in common, as far as it is read here. */
export interface TreeNode {
  type: string
  name?: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  attributes?: object[]
  children?: TreeNode[]
}

/** What is known of a compiled page beside its code. */
export interface DocFile {
  path: string
  data: { sections?: DocSection[]; frontmatter?: Record<string, string> }
}

/** A heading of a page with the text under it; the text before the first heading has none. */
export interface DocSection {
  id: string
  heading: string
  text: string
}

/** Remark: `{checkIn.basePoints}` becomes the fact of that place, as text. */
export function remarkFacts({ language }: { language: Language }) {
  return (tree: TreeNode): void => {
    for (const node of nodesOf(tree)) {
      if (node.type !== 'mdxTextExpression' && node.type !== 'mdxFlowExpression') continue
      node.value = factAt(node.value!.trim(), language)
      node.type = 'text'
    }
  }
}

/** Remark: takes the frontmatter, lines of `name: value`, into the file's data. */
export function remarkTakeFrontmatter() {
  return (tree: TreeNode, file: DocFile): void => {
    const yaml = tree.children?.find(({ type }) => type === 'yaml')
    if (!yaml) throw new Error(`${file.path} has no frontmatter`)
    file.data.frontmatter = Object.fromEntries(
      yaml.value!.split('\n').map((line) => {
        const [, name, value] = /^(\w+): (.+)$/.exec(line) ?? []
        if (!name || !value) throw new Error(`${file.path}: “${line}” is not “name: value”`)
        return [name, value] as const
      }),
    )
  }
}

/**
 * Rehype, after the headings have their ids: puts the page into a `DocArticle` with its outline and frontmatter, and its
 * sections into the file's data.
 */
export function rehypeDocArticle({
  idOf,
  isEnglish,
}: {
  idOf: (path: string) => string
  /** Whether a page is in English where its reader's language is another. */
  isEnglish: (path: string) => boolean
}) {
  return (tree: TreeNode, file: DocFile): void => {
    const outline = tree
      .children!.filter(({ tagName }) => tagName === 'h2')
      .map((heading) => ({ id: String(heading.properties!['id']), heading: textOf(heading) }))
    file.data.sections = sectionsOf(tree)
    const { description, updated } = file.data.frontmatter!
    const values = {
      id: idOf(file.path),
      description: description!,
      updated: updated!,
      outline: JSON.stringify(outline),
      ...(isEnglish(file.path) && { lang: 'en' }),
    }
    const isImport = ({ type }: TreeNode) => type === 'mdxjsEsm'
    tree.children = [
      ...tree.children!.filter(isImport),
      {
        type: 'mdxJsxFlowElement',
        name: 'DocArticle',
        attributes: Object.entries(values).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
        children: tree.children!.filter((node) => !isImport(node)),
      },
    ]
  }
}

function sectionsOf(tree: TreeNode): DocSection[] {
  const sections: DocSection[] = [{ id: '', heading: '', text: '' }]
  for (const node of tree.children!) {
    if (node.type === 'mdxjsEsm') continue
    if (node.tagName === 'h2' || node.tagName === 'h3')
      sections.push({ id: String(node.properties!['id']), heading: textOf(node), text: '' })
    else sections.at(-1)!.text += ` ${textOf(node)}`
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }))
}

/** The words of a node; those of cells and lines stand apart. */
function textOf(node: TreeNode): string {
  if (node.type === 'text') return node.value ?? ''
  const text = (node.children ?? []).map(textOf).join('')
  return /^(td|th|li|p)$/.test(node.tagName ?? '') ? `${text} ` : text
}

function nodesOf(tree: TreeNode): TreeNode[] {
  return [tree, ...(tree.children ?? []).flatMap(nodesOf)]
}
