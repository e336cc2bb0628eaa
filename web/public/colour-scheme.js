// Sets the colour scheme before the first paint. A file of its own: the content security policy allows no inline script.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('colour-scheme')
  } catch {
    // Storage may be refused; then the system's scheme decides.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-colour-scheme', dark ? 'dark' : 'light')
})()

// Keeps room for the question of consent, so that a page that was rendered before does not move when it is asked
// (web/layouts/consent-place.tsx).
;(function () {
  var meta = document.querySelector('meta[name="analytics"]')
  var about = meta && JSON.parse(meta.content)
  if (!about || !about.asks || navigator.globalPrivacyControl || navigator.doNotTrack === '1') return
  try {
    var kept = JSON.parse(localStorage.getItem('crels:analytics-consent'))
    if (kept && kept.version === about.consentVersion) return
  } catch {
    // Nothing can be kept: it is asked on every page.
  }
  document.documentElement.setAttribute('data-consent-room', '')
})()
