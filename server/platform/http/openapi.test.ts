import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { responses } from '#contracts/responses.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(endpoints, responses, 'https://crels.example')

test('describes every endpoint with its answers and refusals', () => {
  const paths = document.paths as Record<string, Record<string, { operationId: string; responses: object }>>
  for (const { id, path, method } of endpoints) {
    const operation = paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(id)
    expect(
      Object.keys(operation!.responses).some((status) => status.startsWith('2')),
      id,
    ).toBe(true)
  }
})

test('names no answer of an endpoint that does not exist', () => {
  const ids = new Set(endpoints.map(({ id }) => id))
  expect(Object.keys(responses).filter((id) => !ids.has(id))).toEqual([])
})

test('passes the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crels-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const redocly = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url))
    const settings = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const output = execFileSync(redocly, ['lint', file, '--extends=recommended', '--format=summary'], {
      env: settings,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(output).not.toContain('error')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
