export const ANNOUNCER_ID = 'announcer'

/** A browser announces a page that it loads itself; one that the app shows must be announced by us. */
export const announce = (text: string) => {
  const region = document.querySelector(`#${ANNOUNCER_ID}`)
  if (region) region.textContent = text
}
