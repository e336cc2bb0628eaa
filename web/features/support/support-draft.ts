import type { SupportTopic } from '#contracts/support.constants.ts'
import { readTopic } from './support-text.ts'

/** What is typed into the form, without its pictures. */
export interface SupportTexts {
  topic: SupportTopic | ''
  email: string
  message: string
}

const storageKey = 'crels-support-draft'

/** What was typed in this tab by the same person, also before a reload or without a connection; else nothing. */
export function savedTexts(uid: string | null): SupportTexts {
  const blank: SupportTexts = { topic: '', email: '', message: '' }
  try {
    const saved = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Record<string, unknown> | null
    // A visitor who signs in goes on with what they wrote; another member does not find it.
    if (!saved || (saved['uid'] !== uid && saved['uid'] !== null)) return blank
    const text = (name: string) => (typeof saved[name] === 'string' ? saved[name] : '')
    return { topic: readTopic(text('topic')), email: text('email'), message: text('message') }
  } catch {
    return blank
  }
}

/** Keeps what is typed for this tab; a browser that stores nothing keeps it while the page is open. */
export function saveTexts(uid: string | null, texts: SupportTexts): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ uid, ...texts }))
  } catch {}
}

/** Forgets it, once it was sent. */
export function forgetTexts(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {}
}
