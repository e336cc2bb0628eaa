import { generate } from './generate.ts'
import { buildWeb } from './web-build.ts'

// `npm run build`: everything that is made from sources, where it is missing or older than they are.
await generate()
await buildWeb()
