import { languageCookie, languageCookieSeconds, type Language } from '#contracts/languages.ts'

const changedKey = 'crels:language-changed-at'

/** As long as the service worker of the new language may take to come. */
const newForMs = 120_000

/**
 * Speaks another language: its build is another one, so the page is loaded anew, at the same place. Does nothing where the
 * browser keeps no cookies, which would load it for ever.
 */
export function changeLanguage(next: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageCookie}=${next}; path=/; max-age=${languageCookieSeconds}; samesite=lax${secure}`
  if (!isAsked(next)) return
  try {
    sessionStorage.setItem(changedKey, String(Date.now()))
  } catch {
    // Then the update prompt says that there is another build.
  }
  location.reload()
}

/**
 * Speaks the language of the account. Where the page was already asked for in it and came in another, as from a cache or a
 * development server, loading it anew would change nothing, and never end.
 */
export function followAccount(language: Language): void {
  if (!isAsked(language)) changeLanguage(language)
}

function isAsked(language: Language): boolean {
  return document.cookie.split('; ').includes(`${languageCookie}=${language}`)
}

/** Whether this tab has just come to its language: the service worker that follows is no news to anyone. */
export function isLanguageNew(): boolean {
  try {
    return Math.abs(Date.now() - Number(sessionStorage.getItem(changedKey))) < newForMs
  } catch {
    return false
  }
}
