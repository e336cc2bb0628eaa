// For a page that comes with its first screen: the app's scripts are asked for once that is painted, so that nothing it
// needs waits for them. A file of its own: the content security policy allows no inline script.
;(function () {
  var isStarted = false
  function startApp() {
    if (isStarted) return
    isStarted = true
    document.querySelectorAll('link[data-later]').forEach(function (later) {
      var kind = later.getAttribute('data-later')
      var now = document.createElement(kind === 'script' ? 'script' : 'link')
      if (kind === 'script') now.type = 'module'
      else now.rel = kind
      // Its styles are in the page. The app's loader sees by this link that they are there, and it fetches nothing.
      if (kind === 'stylesheet') now.disabled = true
      now.crossOrigin = ''
      now[kind === 'script' ? 'src' : 'href'] = later.getAttribute('href')
      later.replaceWith(now)
    })
  }

  function afterPaint() {
    // Nothing is painted in a tab that is opened behind another.
    if (document.visibilityState === 'hidden') return startApp()
    if (window.PerformanceObserver && (PerformanceObserver.supportedEntryTypes || []).includes('paint'))
      new PerformanceObserver(function (list) {
        if (list.getEntriesByName('first-contentful-paint').length > 0) startApp()
      }).observe({ type: 'paint', buffered: true })
    else
      requestAnimationFrame(function () {
        setTimeout(startApp)
      })
    // A window that is covered may draw nothing, and say that it is visible.
    setTimeout(startApp, 2000)
  }

  // A member who came by another site's link is a visitor to the server. Their browser knows better, and waits for the app.
  var page = document.documentElement
  if (page.hasAttribute('data-visitor-screen') && remembersMember()) {
    page.setAttribute('data-visitor-screen', 'hidden')
    document.addEventListener('DOMContentLoaded', function () {
      var root = document.getElementById('root')
      root.replaceChildren()
      root.inert = false
      root.ariaDisabled = null
      page.removeAttribute('data-visitor-screen')
      startApp()
    })
  }
  function remembersMember() {
    try {
      return localStorage.getItem('crels:last-uid') !== null
    } catch {
      // No storage: nobody is remembered.
      return false
    }
  }

  // The browser offers to install the app once, and may do so before the app is there to keep it (platform/install.ts).
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.crelsInstallPrompt = event
  })

  // What is tapped, typed or chosen before the app has taken the screen over changes nothing yet: it is done again then.
  var tapped = null
  var changed = null
  function keepTap(event) {
    tapped = event.target.closest ? event.target.closest('#root button') : null
  }
  function keepChange(event) {
    changed = event.target
  }
  addEventListener('click', keepTap, true)
  addEventListener('input', keepChange, true)
  addEventListener(
    'crels:taken',
    function () {
      removeEventListener('click', keepTap, true)
      removeEventListener('input', keepChange, true)
      if (changed && changed.isConnected) changeAgain(changed)
      if (tapped && tapped.isConnected) tapped.click()
    },
    { once: true },
  )

  // The app compares with what it has seen of a field, which is what is set on the field itself.
  function changeAgain(field) {
    if (field.type === 'radio' || field.type === 'checkbox') {
      field.checked = !field.checked
      return field.click()
    }
    if (field instanceof HTMLInputElement) {
      var text = field.value
      field.value = ''
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    } else field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', afterPaint)
  else afterPaint()
})()
