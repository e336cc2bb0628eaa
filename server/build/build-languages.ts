import { build } from 'vite'
import { languages } from '#contracts/languages.ts'
// oxlint-disable-next-line no-restricted-imports -- what lies at the very top has no name from there
import { browser, prerender } from '../../vite.config.ts'

// One of the two kinds of build in every language, one after the other: `node server/build/build-languages.ts browser`.
const kind = process.argv[2] === 'prerender' ? prerender : browser
for (const language of languages) await build({ configFile: false, ...kind(language) })
