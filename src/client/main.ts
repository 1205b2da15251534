import './styles/base.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))

// Evaluating these files in one task would block a slow phone for a fifth of a second.
await import('react-dom/client')
await yieldToBrowser()
const { startApp } = await import('./app/start.tsx')
await yieldToBrowser()
startApp(root)
