// What the server rendered has buttons before there is an app to answer them: it answers them later.
;(() => {
  const pressed = []
  const note = (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    // An app that is half there would answer it now, and start afresh right after.
    event.stopPropagation()
    pressed.push(button)
  }
  document.addEventListener('click', note, { capture: true })
  window.earlyClicks = {
    stop: () => {
      document.removeEventListener('click', note, { capture: true })
      return pressed.splice(0)
    },
  }
})()
