/** For somebody who may not have an account yet. */
export const invitationMail = (code: string, link: string) => ({
  subject: 'Your invitation to Wearabouts',
  text: [
    'You are invited to add products to Wearabouts. Open this link to create your account:',
    link,
    `If you have an account already, sign in and enter this code: ${code}`,
    'It works once, within seven days.',
  ].join('\n\n'),
})

/** For an account that asked for an invitation: there is nothing left to redeem. */
export const acceptedMail = (link: string) => ({
  subject: 'You are invited to Wearabouts',
  text: [
    'You asked for an invitation to Wearabouts. Your account can now add products and keep what you find in photos:',
    link,
  ].join('\n\n'),
})
