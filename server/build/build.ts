import { startLine } from '../platform/start-line.ts'
import { compileServer } from './compile-server.ts'
import { generate } from './generate.ts'
import { buildWeb } from './web-build.ts'

// `npm run build`: everything that is made from sources, where it is missing or older than they are.
try {
  await generate()
  await buildWeb()
  await compileServer()
} catch (error) {
  process.stderr.write(`${startLine(error) ?? (error as Error).stack}\n`)
  process.exitCode = 1
}
