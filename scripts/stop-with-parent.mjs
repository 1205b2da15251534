const CHECK_MS = 250

/**
 * npm's shell dies of a signal without passing it on, but the server must not outlive `npm start`.
 * Sends one signal only: a second one would end the server before it has stopped PostgreSQL.
 */
export const stopWithParent = (server, parentId = () => process.ppid) => {
  const parent = parentId()
  const check = setInterval(() => {
    if (parentId() === parent) return
    clearInterval(check)
    server.kill('SIGTERM')
  }, CHECK_MS)
  check.unref()
}
