// For a page that comes with its first screen: the app's scripts are asked for once that is painted, so that nothing it
// needs waits for them. A file of its own: the content security policy allows no inline script.
;(function () {
  function startApp() {
    document.querySelectorAll('link[data-later]').forEach(function (later) {
      var isScript = later.getAttribute('data-later') === 'script'
      var now = document.createElement(isScript ? 'script' : 'link')
      if (isScript) now.type = 'module'
      else now.rel = 'modulepreload'
      now.crossOrigin = ''
      now[isScript ? 'src' : 'href'] = later.getAttribute('href')
      later.replaceWith(now)
    })
  }

  function afterPaint() {
    // Nothing is painted in a tab that is opened behind another.
    if (document.visibilityState === 'hidden') return startApp()
    requestAnimationFrame(function () {
      setTimeout(startApp)
    })
    // A window that is covered may draw nothing, and say that it is visible.
    setTimeout(startApp, 2000)
  }

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
