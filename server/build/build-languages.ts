import { build } from 'vite'
import { languages } from '#contracts/languages.ts'
// oxlint-disable-next-line no-restricted-imports -- what lies at the very top has no name from there
import { browser, prerender } from '../../vite.config.ts'
// oxlint-disable-next-line no-restricted-imports -- likewise
import { operatorsConsole } from '../../vite.console.config.ts'

// The console, or one of the two kinds of build in every language, one after the other: `node server/build/build-languages.ts browser`.
const [kind] = process.argv.slice(2)
if (kind === 'console') await build({ configFile: false, ...operatorsConsole })
else
  for (const language of languages)
    await build({ configFile: false, ...(kind === 'prerender' ? prerender : browser)(language) })
