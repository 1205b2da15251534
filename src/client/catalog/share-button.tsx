import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { copyLink } from '#client/ui/share-link.ts'
import type { SyndicationKind } from '#shared/syndication.ts'
import { FeedLinks } from './feed-links.tsx'
import { SHARE_TEXT } from '#shared/product-messages.ts'

const FRAME = { width: 600, height: 800 }

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The same frame as the reply of oEmbed has. */
const buildFrame = (title: string, address: string): string =>
  `<iframe src="${escapeAttribute(address)}" width="${FRAME.width}" height="${FRAME.height}" title="${escapeAttribute(title)}" frameborder="0"></iframe>`

type ShareButtonProps = {
  title: string
  /** Of the page, and of what other sites may frame. */
  path: string
  embedPath: string
  feed: { kind: SyndicationKind; name: string }
  className?: string
}

type CopyFieldProps = { label: string; value: string }

const CopyField = ({ label, value }: CopyFieldProps) => (
  <TextField
    label={label}
    value={value}
    readOnly
    onFocus={(event) => event.target.select()}
    action={
      <Button variant="quiet" icon="copy" onClick={() => void copyLink(value)}>
        {SHARE_TEXT.copy}
        <span className="visually-hidden">: {label}</span>
      </Button>
    }
  />
)

/** Link, embed code and feeds of a page. */
export const ShareButton = ({ title, path, embedPath, feed, className }: ShareButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className={className} onClick={() => setIsOpen(true)}>
        {SHARE_TEXT.share}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={SHARE_TEXT.title(title)}>
        {isOpen && (
          <div className="stack gap-5">
            <CopyField label={SHARE_TEXT.link} value={location.origin + path} />
            <CopyField
              label={SHARE_TEXT.embed}
              value={buildFrame(title, location.origin + embedPath)}
            />
            <FeedLinks feed={feed} />
          </div>
        )}
      </Dialog>
    </>
  )
}
