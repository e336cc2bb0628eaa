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
  // Needed by few screens, and not with what else those need. After `app`, which takes what it imports:
  // before it, all of that came here, and this came with the first load.
  { name: 'interrupted', test: /\/platform\/interrupted\.ts/, priority: 2 },
  // What several screens share comes in few pieces: over a phone's network one more file costs more than
  // the KB of it that a screen does not need. Signing in is kept light, so it has pieces of its own.
  { name: 'shared', test: isShared, minShareCount: 2, priority: 2 },
  { name: 'forms', test: isForm, minShareCount: 2, priority: 1 },
  { name: 'auth', test: isSignIn, minShareCount: 2, priority: 1 },
  { name: 'api', test: isCall, minShareCount: 2, priority: 1 },
  { name: 'ui', test: isPiece, minShareCount: 2, priority: 1 },
  // Signing in with an issuer, for installations that have one. Last of all, since it would take the rest.
  { name: 'issuer', test: /\/features\/auth\/issuer\//, priority: 0 },
  // Texts that several routes share: a small file an area, instead of a tiny one a text.
  { name: areaOfText, test: /generated\/messages-web/, minShareCount: 2, priority: 1 },
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
function isShared(module: string): boolean {
  return (
    /\/@tanstack\/|\/contracts\/endpoint\.|\/platform\/(api|invitation)\.ts/.test(module) ||
    /\/web\/ui\/(format|notice|coin|checklist|email-address)|\/messages\/common_/.test(module)
  )
}

/**
 * Whether a module belongs to signing in. What members do about their security comes with its own screen: several parts
 * of it share modules, and a group takes what its modules import, dialogs and errors of every screen among them.
 */
function isSignIn(module: string): boolean {
  return /\/features\/auth\/(?!security\/)/.test(module)
}

/** Whether a module belongs to forms, signing in above all. */
function isForm(module: string): boolean {
  return /@mantine\/form|\/web\/ui\/((text-|password-)?field|code-input|stage)\b/.test(module)
}

/** Whether a module belongs to the calls of the screens that members see first; the others bring their own. */
function isCall(module: string): boolean {
  return (
    /\/contracts\/(campaigns|earnings|enrolments|exchange|rewards|stream|taxonomies|users|wallet)\./.test(
      module,
    ) ||
    /\/rules\/(?!analytics|local-date|identity|password|economy|payout|redemption|channel|mail-kinds)/.test(
      module,
    ) ||
    /\/features\/(campaigns|check-in|earnings|enrolments|exchange|home|wallet)\/queries\.ts/.test(module)
  )
}

/** Whether a module is a piece of members' screens, or a small part of home and another; some are for two others alone. */
function isPiece(module: string): boolean {
  if (
    /\/features\/(account\/profile-meter|check-in\/use-check-in-action|exchange\/rate-failed|home\/welcome)/.test(
      module,
    )
  )
    return true
  return (
    /\/web\/ui\/(?!countries|date-choice|done-message|entry-list|ghost|newly-paid|pill-select|points-promise|search-field|switch-row)/.test(
      module,
    ) &&
    !isForm(module) &&
    !isShared(module)
  )
}
