import { PRODUCT_TITLE } from '#shared/messages.ts'

/** Reads the name of the site as visitors see it. Emails and pages of every feature show it. */
export type SiteName = () => Promise<string>

/** Texts in the code contain the product's name, but visitors see the name of the site. */
export const replaceProductName = (site: string, text: string): string =>
  text.replaceAll(PRODUCT_TITLE, () => site)
