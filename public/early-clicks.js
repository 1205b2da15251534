// Records clicks on server-rendered buttons until the app has loaded and can replay them.
;(() => {
  const pressed = []
  const note = (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    // A half-loaded app would handle the click now and lose the result when it renders.
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
