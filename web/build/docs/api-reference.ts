import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { problems } from '#contracts/errors.ts'
import type { TriedCall } from './tried-call.ts'
import { limitsText, sampleOf, typeText, type Schema } from './api-types.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Schema }>; 'x-problem-codes'?: string[] }
  >
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

const documentFile = new URL('../../../docs/api/openapi.json', import.meta.url)
const referenceModule = 'virtual:api-reference'

/** The two parts of the reference, as HTML. */
export interface ApiReference {
  endpoints: string
  errors: string
}

/** Where the built app has them: a reader who comes from another page fetches them, they are no part of its scripts. */
const referencePath = 'builds/api-reference.json'

/** The reference of the API as `virtual:api-reference`: whole where pages are prerendered, its address in the browser. */
export function apiReference(): Plugin {
  return {
    name: 'crels:api-reference',
    resolveId: (id) => (id === referenceModule ? `\0${referenceModule}` : undefined),
    load(id, { ssr = false } = {}) {
      if (id !== `\0${referenceModule}`) return undefined
      const parts = ssr ? renderReference() : null
      return `export const parts = ${JSON.stringify(parts)}\nexport const address = '/${referencePath}'`
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: referencePath, source: JSON.stringify(renderReference()) })
    },
  }
}

/** Every operation of the document, by noun, with its id. */
export function operations(): { method: string; path: string; operation: Operation }[] {
  const { paths } = JSON.parse(readFileSync(documentFile, 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** The reference, made of the document that every site serves and of the table of errors. */
export function renderReference(): ApiReference {
  const list = operations()
  const general = generalCodes(list)
  const byNoun = [...Map.groupBy(list, ({ operation }) => operation.tags[0]!)].sort(([a], [b]) =>
    a.localeCompare(b),
  )
  const nouns = byNoun
    .map(([noun]) => `<li><a href="#${anchorOf(noun)}">${escapeHtml(capital(noun))}</a></li>`)
    .join('')
  const endpoints = byNoun
    .map(
      ([noun, calls]) =>
        `<h3 id="${anchorOf(noun)}" tabindex="-1">${escapeHtml(capital(noun))}</h3>${calls.map((call) => endpointHtml(call, general)).join('')}`,
    )
    .join('')
  const any = `<p>Besides the errors that stand with it, a call can answer what most can:</p>${codesHtml([...general].sort())}`
  return { endpoints: `<ul data-nouns>${nouns}</ul>${any}${endpoints}`, errors: errorsHtml() }
}

function endpointHtml(
  { method, path, operation }: ReturnType<typeof operations>[number],
  general: ReadonlySet<string>,
): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  const refusals = codesOf(operation).filter((code) => !general.has(code))
  return [
    `<section data-endpoint><h4 id="${operationId}" tabindex="-1"><span data-method="${method}">${method}</span> <code>${escapeHtml(path)}</code></h4>`,
    `<p>${prose(summary)}</p><p data-access>${accessText(operation)}</p>`,
    parameters.length > 0 ? `<h5>Parameters</h5>${parametersHtml(parameters)}` : '',
    ...bodies.map(
      ([type, { schema }]) =>
        `<h5>Body${requestBody!.required ? '' : ', optional'}</h5>${typeBlock(type === 'application/json' ? typeText(schema) : `bytes (${type})`)}`,
    ),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content }]) => answerHtml(status, description, content)),
    `<h5>Example</h5><div data-example>${codeBlock(curl(method, path, operation), 'Example')}<p data-buttons><button type="button" data-copy aria-live="polite">Copy</button>${tryButton(method, path, operation)}</p></div>`,
    refusals.length > 0 ? `<h5>Errors</h5>${codesHtml(refusals)}` : '',
    '</section>',
  ].join('')
}

/** For a call that changes nothing and is a member's or everyone's; another is tried with its example, knowingly. */
function tryButton(method: string, path: string, operation: Operation): string {
  const { operationId: id, security, parameters = [], responses } = operation
  const ways = security.map((way) => Object.keys(way)[0])
  const isMine = ways.length > 0 && !ways.includes(undefined)
  const isJson = responses['200']?.content?.['application/json'] !== undefined
  if (method !== 'GET' || !isJson || ways.includes('brand') || ways.includes('operator')) return ''
  const asked = parameters
    .filter(({ in: where }) => where === 'path' || where === 'query')
    .map(({ name, in: where, required }) => ({ name, isInPath: where === 'path', isRequired: required }))
  const tried: TriedCall = { id, path, parameters: asked, isMine }
  return `<button type="button" data-try="${escapeHtml(JSON.stringify(tried))}">Try it</button>`
}

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap((answer) => answer['x-problem-codes'] ?? [])
}

function codesHtml(codes: Iterable<string>): string {
  return `<p data-codes>${[...codes].map((code) => `<a href="#${code}">${code}</a>`).join(' ')}</p>`
}

/** What two of three calls can answer is said once. */
function generalCodes(list: ReturnType<typeof operations>): Set<string> {
  const counts = new Map<string, number>()
  for (const { operation } of list)
    for (const code of codesOf(operation)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > (list.length * 2) / 3).map(([code]) => code))
}

function parametersHtml(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(({ name, in: where, required, description, schema }) => {
    const more = [description, limitsText(schema)].filter(Boolean).map((text) => prose(text!))
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? '' : ', optional'}</td><td><code>${escapeHtml(typeText(schema))}</code>${more.length > 0 ? ` ${more.join(', ')}` : ''}</td></tr>`
  })
  return `<div data-scrolls tabindex="0" role="group" aria-label="Parameters"><table><thead><tr><th>Name</th><th>Where</th><th>Value</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function answerHtml(
  status: string,
  description: string,
  content: Record<string, { schema: Schema }> = {},
): string {
  const json = content['application/json']
  const others = Object.keys(content).filter((type) => type !== 'application/json')
  const also = others.length > 0 ? `<p>${json ? 'Also as' : 'As'} ${others.join(', ')}.</p>` : ''
  return `<h5>Answer ${status}</h5>${json ? typeBlock(typeText(json.schema)) : others.length > 0 ? '' : `<p>${escapeHtml(description)}</p>`}${also}`
}

function accessText({ security }: Operation): string {
  const ways = security.map((way) => Object.keys(way)[0])
  if (ways.length === 0) return 'Open to everyone.'
  if (ways.includes('brand')) return 'A brand key as the bearer, or a signature.'
  if (ways.includes(undefined)) return 'Open to everyone; a member’s access token may be sent.'
  return ways.includes('operator') ? 'An operator’s access token.' : 'A member’s access token.'
}

/** A request as one would type it; `$CRELS` is the site, `$TOKEN` the token or key. */
function curl(method: string, path: string, { security, requestBody, parameters = [] }: Operation): string {
  const query = parameters
    .filter(({ in: where, required }) => where === 'query' && required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, name)))}`)
  const address = `$CRELS${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = requestBody?.content['application/json']
  const [bytes] = Object.keys(requestBody?.content ?? {})
  const isEmpty = body && Object.keys(body.schema.properties ?? {}).length === 0 && !body.schema.anyOf
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    security.length > 0 && Object.keys(security[0]!).length > 0 ? '-H "Authorization: Bearer $TOKEN"' : '',
    ...(body && !isEmpty
      ? [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(sampleOf(body.schema)).replaceAll("'", '’')}'`,
        ]
      : []),
    ...(!body && bytes ? [`-H "Content-Type: ${bytes}"`, '--data-binary @file'] : []),
  ]
  return parts.filter((part) => part !== '').join(' \\\n  ')
}

function errorsHtml(): string {
  const rows = Object.entries(problems).map(
    ([code, [status, title, detail]]) =>
      `<section data-error><h3 id="${code}" tabindex="-1"><code>${escapeHtml(code)}</code></h3><p><b>${status} ${escapeHtml(title)}.</b> ${escapeHtml(detail)}</p></section>`,
  )
  return rows.join('')
}

function typeBlock(text: string): string {
  return text.includes('\n') ? codeBlock(text, 'Fields') : `<p><code>${escapeHtml(text)}</code></p>`
}

/** One that is wide scrolls by itself, by the keyboard too. */
function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${label}"><code>${escapeHtml(text)}</code></pre>`
}

/** A sentence with its `words of code`. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function anchorOf(noun: string): string {
  return `of-${noun.replaceAll(' ', '-')}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
