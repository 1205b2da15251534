import './styles/base.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

const pause = () => new Promise((resolve) => setTimeout(resolve))

// In one go, what these files do when they arrive would hold a phone up for a fifth of a second.
await import('react-dom/client')
await pause()
const { startApp } = await import('./app/start.tsx')
await pause()
startApp(root)
