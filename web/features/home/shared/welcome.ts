const key = 'crels:welcome'

/** Notes that an account became ready in this tab, so that the next look at home says so, once. */
export function keepWelcome(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage there is no welcome, and nothing else is missing.
  }
}

/** Whether to show the welcome now. */
export function hasWelcome(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** The welcome was seen. */
export function dropWelcome(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
