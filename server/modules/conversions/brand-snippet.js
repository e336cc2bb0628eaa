// Keeps a visitor's click on the brand's own site: docs/brands.md.
;(() => {
  const name = 'crels_click'
  const agreed = 'crels_consent'
  const { days = 30, domain, consent } = document.currentScript?.dataset ?? {}
  const form = /^clk_[0-9a-f]{32}$/
  const named = (query) => new URLSearchParams(query).get(name)
  const given = named(location.search)

  const put = (key, value, seconds) => {
    document.cookie =
      `${key}=${value}; path=/; max-age=${seconds}; samesite=lax` +
      (domain ? `; domain=${domain}` : '') +
      (location.protocol === 'https:' ? '; secure' : '')
    try {
      if (seconds) localStorage.setItem(key, `${value} ${Date.now() + seconds * 1000}`)
      else localStorage.removeItem(key)
    } catch {}
  }
  const stored = (key, valid) => {
    const [, cookie] = document.cookie.match(`(?:^|; )${key}=([^;]*)`) ?? []
    if (valid.test(cookie)) return cookie
    try {
      const [value, until] = localStorage.getItem(key).split(' ')
      if (valid.test(value) && until > Date.now()) return value
    } catch {}
    return null
  }
  // Consent may come one page after the click.
  const before = () => {
    const [page, query] = document.referrer.split('?')
    return page.startsWith(location.origin + '/') && named(query)
  }
  let allowed = consent !== 'wait' || stored(agreed, /^1$/)

  const click = () => (form.test(given) ? given : allowed ? stored(name, form) : null)
  const keep = (id) => allowed && form.test(id) && put(name, id, days * 86400)
  const write = (id) => {
    for (const input of document.querySelectorAll(`input[name=${name}]`)) input.value = id
  }
  const fill = () => click() && write(click())

  window.crels = {
    click,
    allow() {
      allowed = true
      if (consent === 'wait') put(agreed, 1, days * 86400)
      keep(click() ? given : before())
      fill()
    },
    deny() {
      allowed = false
      put(agreed, '', 0)
      put(name, '', 0)
      write('')
    },
  }
  keep(given)
  fill()
  document.addEventListener('DOMContentLoaded', fill)
})()
