import './theme/base.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/mantine-variables.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes)
const container = document.getElementById('root')!

// The matched pages are lazy: render only when they are there, so that nothing flashes empty.
await new Promise<void>((resolve) => {
  if (router.state.initialized) return resolve()
  const stop = router.subscribe((state) => {
    if (!state.initialized) return
    stop()
    resolve()
  })
})

const app = <App router={router} />
if (container.hasChildNodes()) hydrateRoot(container, app)
else createRoot(container).render(app)
