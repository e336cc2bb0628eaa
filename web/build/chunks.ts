import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

/** Which modules come in one file: few files for what comes together, and none that a screen has no use for. */
export const chunks = [
  // What every visit loads: the libraries, which change rarely, and our own code. Before all others, since a
  // group takes what its modules import with it: the first load came in one file more and 1 KB larger.
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 5 },
  { name: 'app', tags: ['$initial' as const], priority: 4 },
  // With the first form: the schema library.
  { name: 'schemas', test: /node_modules\/zod\//, priority: 2 },
  // What several screens share comes in few pieces: over a phone's network one more file costs more than
  // the KB of it that a screen does not need. Signing in is kept light, so it has pieces of its own.
  { name: 'common', test: isCommon, minShareCount: 2, priority: 2 },
  { name: 'forms', test: /@mantine\/form|\/web\/ui\/forms\//, minShareCount: 2, priority: 1 },
  // What members do about their security comes with its own screen: several parts of it share modules, and a
  // group takes what its modules import, dialogs and errors of every screen among them.
  { name: 'auth', test: /\/web\/features\/auth\/(?!security\/)/, minShareCount: 2, priority: 1 },
  // Pieces that stand in `ui/` itself, and what home shares with other screens: its calls above all.
  { name: 'pieces', test: /\/web\/(ui|features\/[^/]+\/shared)\/[^/]+$/, minShareCount: 2, priority: 1 },
  // Signing in with an issuer, for installations that have one. Last of all, since it would take the rest.
  { name: 'issuer', test: /\/features\/auth\/issuer\//, priority: 0 },
  // Texts that several routes share: a small file an area, instead of a tiny one a text. A screen takes only those files
  // whose texts it has, unless they are tiny.
  {
    name: areaOfText,
    test: /generated\/messages-web\//,
    minShareCount: 2,
    priority: 1,
    entriesAware: true,
    entriesAwareMergeThreshold: 1500,
  },
]

const areas = readdirSync(new URL('../../messages/en', import.meta.url))
  .map((file) => file.slice(0, -'.json'.length))
  .sort((a, b) => b.length - a.length)

/** The area whose messages a compiled message belongs to, as the name of its chunk. */
function areaOfText(module: string): string {
  const key = basename(module).replaceAll('_', '-')
  return `texts-${areas.find((area) => key.startsWith(`${area}-`)) ?? 'runtime'}`
}

/** Whether a module is loaded by signing in and by members' screens alike. */
function isCommon(module: string): boolean {
  if (module.includes('/messages-web/')) return areaOfText(module) === 'texts-common'
  // The caller too: a screen that fetches would load all of signing in for it.
  return /\/@tanstack\/|\/web\/(ui\/common\/|platform\/(invitation\/|(api|use-sign-out)\.ts$))/.test(module)
}
