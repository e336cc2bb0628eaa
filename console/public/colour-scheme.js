// Sets the colour scheme before the first paint. A file of its own: the content security policy allows no inline script.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('console-colour-scheme')
  } catch {
    // Storage may be refused; then the system's scheme decides.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-colour-scheme', dark ? 'dark' : 'light')
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
