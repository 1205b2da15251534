/** Terms of service, privacy policy and data deletion. */

export const TERMS_OF_SERVICE = {
  about: (site: string) =>
    `${site} lets you browse products that celebrities and creators use, save the ones you like, and find products from a photo of your own. These terms apply between you and whoever runs this site (“we”, “us”). By using it you accept them. If you do not, please do not use it.`,
  audienceTitle: 'Who may use it',
  minimumAge: (age: number) =>
    `You must be at least ${age} years old. If the law where you live sets a higher age or requires a parent’s consent, that applies. You do not need an account to browse.`,
  accountTitle: 'Your account',
  account:
    'You sign in with one of the ways on the login page, or with an invitation. We never see or keep the password of your account at Google, Facebook or another provider. You are responsible for what happens under your account; tell us at once if you think someone else is using it. Invitation codes and links are personal and work once: do not sell them or pass them on. A session started with an invitation ends after 24 hours.',
  claimsTitle: 'What we show, and what we do not claim',
  matchesCanBeWrong:
    'Products are matched to pictures by people and by software. A match can be wrong: it may be a similar item rather than the same one.',
  noEndorsement:
    'Showing a person next to a product does not mean that they endorse it, were paid for it or know about this site.',
  shopsSetPrices:
    'Shops set prices, stock and delivery, and change them without notice. The shop’s own page prevails.',
  linksTitle: 'Links to shops',
  links:
    'We do not sell anything ourselves. When you follow a link you leave this site, and any purchase is between you and that shop, under its terms. Some links may earn us a commission. This does not change your price, and it does not affect what we show or in which order.',
  contentTitle: 'What you add',
  content:
    'With an invitation you may add products and upload photos. They stay yours. You allow us to store and resize them and to show them to you for as long as you keep them here, and nothing else. Upload only what you have the right to use. Do not upload anything unlawful, hateful, sexual, violent or humiliating, photos of other people’s children, or photos taken where the person in them could expect privacy. We may remove what breaks these rules and close the account that added it.',
  fairUseTitle: 'Fair use',
  fairUse:
    'Do not attack or overload the site, circumvent its limits, or copy the catalogue in bulk other than through the downloads offered. Do not use the site to identify or track a person.',
  liabilityTitle: 'Availability and liability',
  liability:
    'The site is provided as is. We take care, but we cannot promise that it is always available or correct. As far as the law allows, we are not liable for indirect losses or for what shops do. Nothing here limits liability for intent, gross negligence or injury, or consumer rights that cannot be waived.',
  changesTitle: 'Changes and termination',
  changes:
    'We may change these terms; the date at the top of this page shows the latest change. You can stop using the site at any time and delete your account as described under <deletion>User Data Deletion Instructions</deletion>. We may suspend an account that breaks these terms; we will tell you why unless the law forbids it. The law of the place where the operator of this site is established applies, without depriving you of the protection of the law where you live.',
  lastChanged: 'Last changed on 16 November 2026',
  onThisPage: 'On this page',
} as const

export const PRIVACY_POLICY = {
  about: (site: string) =>
    `${site} is designed to know as little about you as possible. There is no advertising, no analytics service, no tracking pixel and no profile of what you look at.`,
  browsingTitle: 'When you only browse',
  browsing:
    'You stay anonymous. The server uses your IP address to answer you and, for a short time, to prevent overload. Your choice of theme, the celebrities you selected and how far you scrolled stay in your browser. Pictures are delivered by our own server, so the sites they come from do not learn about your visit. If you look for products in a photo without an account, your browser scans it, and the photo stays on your device. We receive a description of each item: its kind, its colour and other words, and numbers that say what it looks like. We do not keep it. Your browser keeps the software for that, a download of about 16 MB that takes up about 32 MB, for your next photo. The photo is sent to our server only if you choose so, or agree when your browser cannot scan it; the server deletes it after the scan. If you enter the link of a picture, our server fetches it. Products that you save for offline use stay in your browser until you remove them there or in your settings. If you sign in from there, your browser keeps the photo and what was found in it for that tab until you are back or go elsewhere.',
  signInTitle: 'When you sign in',
  fromProvider: 'From Google, Facebook or another sign-in provider we receive and keep:',
  accountId: 'your account ID there, so that we recognise you next time;',
  nameAndPicture: 'your name, your profile picture and, if you share it, your email address;',
  tokens: 'encrypted tokens, which we use only to refresh your picture.',
  emailOrPasskey:
    'If you sign in with your email address, we keep that address. If you add a passkey, we keep its public key and its name; your fingerprint or face never leaves your device.',
  cookies:
    'A cookie that scripts cannot read keeps you signed in for up to 30 days without a visit, or 24 hours if you signed in with an invitation. While you sign in, others are needed for some minutes. If you choose a language, one more remembers it for a year. There are no more cookies, so there is nothing to consent to. If you use an invitation, we also record that you used it.',
  contentTitle: 'What you save and add',
  content:
    'The products you save or add and the photos you upload are kept with your account until you remove them or delete the account. A photo that you do not save with a product is deleted after a day. Only you can see them. Photos are re-encoded on arrival, which removes location, time and camera data.',
  alertsTitle: 'When you set an alert',
  alerts:
    'We keep what you wait for and, without an account, the email address that you gave and confirmed. We use them for these alerts only. Every email has a link that ends them; for an address without an account it deletes everything. If you turn on notifications, your browser gives us an address at its maker’s push service; what we send through it is encrypted for your browser.',
  photosTitle: 'What happens to your photos',
  detection:
    'Objects in a photo that you keep with your account are detected by software on this server. The photo does not leave it.',
  noExternalSearch:
    'Unless the operator of this site has set up an external search provider, no part of your photo leaves the server: we search only our own catalogue.',
  externalSearch:
    'If there is such a provider, we send it crops of single items, never the whole photo and nothing that says who you are.',
  noFaceRecognition: 'We do not use face recognition, and we do not train models on your photos.',
  othersTitle: 'Who else sees data',
  others:
    'We do not sell or rent your data. The provider you sign in with knows that you did. When you follow a link to a shop, the shop’s own privacy policy applies. We give data to authorities only if the law requires it.',
  retentionTitle: 'What we keep, and for how long',
  logs: 'Backups and server logs are kept for at most 30 days.',
  rightsTitle: 'Legal basis and your rights',
  rights:
    'We use your data to provide what you ask for, and your IP address to keep the site secure. You have the right to see, correct, export and delete what we hold about you, to object to its use, and to complain to your data protection authority. In Account Settings you can change your display name, download your data and delete your account. For anything else, write to us through <contact>Contact Us</contact> or follow the <deletion>User Data Deletion Instructions</deletion>.',
  securityTitle: 'Security',
  security:
    'Invitation codes and keys are stored only as hashes, tokens are encrypted, and changes requested by other sites are rejected. Server logs contain no names, email addresses or tokens and are kept for at most 30 days.',
} as const

export const DATA_DELETION = {
  everything:
    'To delete everything at once, sign in, open <settings>Account Settings</settings> and choose “Delete my account”. To keep a copy, choose “Download my data” first. You can also remove single products in your profile and single detections on the photo screen.',
  withoutSignIn: 'If you cannot sign in:',
  request:
    'Send us a request through <contact>Contact Us</contact> or to the address published by the operator of this site, from the email address of your account. Write “Delete my data”.',
  withoutEmail:
    'If your account has no email address (some Facebook accounts do not share one), tell us which provider you sign in with and your display name.',
  confirmation: 'We confirm your request and may ask you to prove your identity.',
  duration: (days: number) =>
    `We process your request within ${days} business days and tell you when it is done.`,
  deletedTitle: 'What is deleted',
  account: 'your account: name, email address, picture, account ID at the provider and tokens;',
  sessions: 'your sessions, which signs you out on every device;',
  products: 'saved products, your own products, detections and every photo you uploaded;',
  invitation: 'the record of the invitation you used.',
  backups:
    'Copies in backups are deleted within 30 days. We keep no anonymous copies, because we collect no statistics about you.',
  revokingTitle: 'Revoking access at Google or Facebook',
  revoking:
    'Deleting your data here does not change your account there. To revoke this site’s access, open “Third-party apps and services” in your Google account’s security settings, or Settings and then “Apps and Websites” in Facebook, and remove this site.',
  facebook:
    'Facebook can also ask us to delete your data: it then shows you a confirmation code and a link to this page, where you can check the request for 90 days. Your account is deleted, unless you have another way to sign in: then only your Facebook sign-in and your profile picture are.',
} as const
