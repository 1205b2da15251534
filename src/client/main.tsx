import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { captureInviteArrival } from './account/invite-arrival.ts'
import { Router } from './app/router.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { registerServiceWorker } from './service-worker/register.ts'

captureInviteArrival()
registerServiceWorker()

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

// As a transition the first render gives way to the browser every few milliseconds, instead of holding a phone up.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
