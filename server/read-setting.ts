import type * as z from 'zod'
import { settings, type SettingName } from './settings.ts'

/** A setting that stops the start; `message` is one line for a person and names the setting. */
export class SettingProblem extends Error {}

/** Answers a setting by its name, as its schema makes it. */
export type Read = <N extends SettingName>(name: N) => z.output<(typeof settings)[N]['schema']>

/** Reads settings from an environment. Each throws `SettingProblem` where it is wrong. */
export function settingsOf(environment: NodeJS.ProcessEnv): Read {
  return (name) => readSetting(name, environment) as never
}

function readSetting(name: SettingName, environment: NodeJS.ProcessEnv): unknown {
  const setting = settings[name]
  const given = environment[name]
  if (given === undefined || given === '') return setting.schema.parse(setting.default)
  const refuse = (expected: string | undefined) => {
    const shown = 'secret' in setting ? 'its value' : JSON.stringify(shownSetting(name, given))
    return new SettingProblem(`${name}: ${shown} is not acceptable (${expected}). ${setting.doc}`)
  }
  // As a file with the line ends of Windows leaves them behind.
  if (given !== given.trim()) throw refuse('has no spaces around it')
  if (/\p{Cc}/u.test(given)) throw refuse('is one line of text')
  const parsed = setting.schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuse(expectation(parsed.error.issues[0]))
}

/** Where a setting may also be empty, what it is otherwise is what counts. */
function expectation(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : issue?.message
}

/** A given value as people and logs may see it: without secrets, nor the passwords in addresses. */
export function shownSetting(name: SettingName, given: string): string {
  if ('secret' in settings[name]) return '(hidden)'
  const [scheme = ''] = /^\w+:\/\//.exec(given) ?? []
  // Also of what is no address: a scheme that was forgotten must not show the password behind it.
  const rest = given.slice(scheme.length).replace(/:.*@/s, ':***@')
  return scheme + rest.replace(/([?&]\w*password=)[^&]*/gi, '$1***')
}
