// Keeps the click that led a visitor here, on the brand's own site: docs/brands.md.
;(() => {
  const name = 'crels_click'
  const { days = 30, domain, consent } = document.currentScript?.dataset ?? {}
  const form = /^clk_[0-9a-f]{32}$/
  const given = new URLSearchParams(location.search).get(name)
  let allowed = consent !== 'wait'

  const stored = () => {
    const [, cookie] = document.cookie.match(/(?:^|; )crels_click=([^;]*)/) ?? []
    if (form.test(cookie)) return cookie
    try {
      const [id, until] = (localStorage.getItem(name) ?? '').split(' ')
      return form.test(id) && until > Date.now() ? id : null
    } catch {
      return null
    }
  }
  const click = () => (form.test(given) ? given : allowed ? stored() : null)
  const keep = () => {
    if (!allowed || !form.test(given)) return
    const seconds = days * 86400
    document.cookie =
      `${name}=${given}; path=/; max-age=${seconds}; samesite=lax` +
      (domain ? `; domain=${domain}` : '') +
      (location.protocol === 'https:' ? '; secure' : '')
    try {
      localStorage.setItem(name, `${given} ${Date.now() + seconds * 1000}`)
    } catch {}
  }
  const fill = () => {
    const id = click()
    if (id) for (const input of document.querySelectorAll(`input[name=${name}]`)) input.value = id
  }

  window.crels = {
    click,
    allow() {
      allowed = true
      keep()
      fill()
    },
  }
  keep()
  fill()
  document.addEventListener('DOMContentLoaded', fill)
})()
