import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { endpoints } from '../contracts/endpoints.ts'
import { openApiDocument } from '../server/platform/http/openapi.ts'

// Writes the OpenAPI document that every site serves; with `--check` only says whether the committed one is current.
const file = new URL('../docs/api/openapi.json', import.meta.url)
const text = `${JSON.stringify(openApiDocument(endpoints, 'https://crels.example'), null, 2)}\n`
if (!process.argv.includes('--check')) {
  mkdirSync(new URL('./', file), { recursive: true })
  writeFileSync(file, text)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('docs/api/openapi.json is not current: run `npm run generate`')
  process.exitCode = 1
}
