import './ui/control-styles.css'
import '#web/theme/fonts.css'
import '#web/theme/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { keepFocus } from './platform/keep-focus.ts'
import { shareNonce } from './platform/nonce.ts'
import { startSession } from './platform/session.ts'

keepFocus()
shareNonce()
void startSession()
createRoot(document.getElementById('root')!).render(<App />)
