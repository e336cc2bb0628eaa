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

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', afterPaint)
  else afterPaint()
})()
