/** As much of Turnstile's script as we use. */
export interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      size: 'flexible'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => boolean
      'unsupported-callback': () => void
    },
  ): string
  reset(widget: string): void
  remove(widget: string): void
}

const timeoutMs = 15_000

/** Loads the script, once for a page; throws when it does not come, and may then be asked again. */
export async function loadTurnstile(address: string): Promise<Turnstile> {
  if (!loaded()) await loadScript(address)
  const turnstile = loaded()
  if (!turnstile) throw new Error('The captcha script is not what it should be')
  return turnstile
}

function loaded(): Turnstile | undefined {
  return (window as { turnstile?: Turnstile }).turnstile
}

async function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      script.remove()
      reject(new Error('The captcha script did not come'))
    }
    const timer = setTimeout(fail, timeoutMs)
    script.addEventListener('error', fail)
    script.addEventListener('load', () => resolve())
    script.addEventListener('load', () => clearTimeout(timer))
    script.src = address
    document.head.append(script)
  })
}
