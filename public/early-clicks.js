// Records what visitors do on a server-rendered page until the app has loaded and can replay it: clicks
// on buttons, and the file inputs in which a photo is chosen.
;(() => {
  const pressed = []
  const inputs = new Set()
  const note = (event) => {
    const target = event.target instanceof Element ? event.target : null
    if (target?.matches('input[type=file]')) inputs.add(target)
    const button = event.type === 'click' ? target?.closest('button') : null
    if (button) pressed.push(button)
    // A half-loaded app would handle it now and lose the result when it renders.
    if (button || event.type === 'change') event.stopPropagation()
  }
  const types = ['click', 'change']
  for (const type of types) document.addEventListener(type, note, { capture: true })
  window.earlyClicks = {
    stop: () => {
      for (const type of types) document.removeEventListener(type, note, { capture: true })
      return { buttons: pressed.splice(0), fileInputs: [...inputs] }
    },
  }
})()
