import { useState } from 'react'
import { useSession } from '#client/account/session.ts'
import { useBoardChange } from '#client/catalog/boards.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Checkbox, ChoiceField } from '#client/ui/form.tsx'
import { copyLink } from '#client/ui/share-link.ts'
import type { Board } from '#shared/contract/boards.ts'
import { DAY_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT, CREATOR_TEXT } from '#shared/product-messages.ts'
import styles from './boards.module.css'

const dayText = (time: string) =>
  new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })

/** Says who can see the board. */
export const ShareState = ({ share }: Pick<Board, 'share'>) => (
  <p className="quiet small">
    {share === null
      ? BOARD_TEXT.private
      : share.until === null
        ? BOARD_TEXT.shared
        : BOARD_TEXT.sharedUntil(dayText(share.until))}
  </p>
)

const ENDINGS = { never: 'When I revoke it', '1': 'In a day', '7': 'In a week', '30': 'In 30 days' }
type Ending = keyof typeof ENDINGS

const endOf = (ending: Ending): string | null =>
  ending === 'never' ? null : new Date(Date.now() + Number(ending) * DAY_MS).toISOString()

type ShareBoardProps = { board: Board; onClose: () => void }

/** Creates, shows and revokes the link of a board. */
export const ShareBoard = ({ board, onClose }: ShareBoardProps) => {
  const params = { id: board.id }
  const { user } = useSession()
  const isPublisher = Boolean(user?.publisherRole ?? user?.isAdmin)
  const [isPublic, setIsPublic] = useState(board.share?.isPublic ?? false)
  const [ending, setEnding] = useState<Ending>('never')
  const share = useBoardChange(board.id, () =>
    api('PUT /api/boards/:id/share', { params, body: { until: endOf(ending), isPublic } }),
  )
  const revoke = useBoardChange(board.id, () => api('DELETE /api/boards/:id/share', { params }))
  const link = board.share && location.origin + paths.sharedBoard.href(board.share.token)
  return (
    <Dialog isOpen onClose={onClose} title={BOARD_TEXT.share}>
      <div className="stack gap-4">
        <ShareState share={board.share} />
        {link && (
          <>
            <p className={styles.link}>
              <a href={link}>{link}</a>
            </p>
            <div className="row wrap gap-3">
              <Button variant="primary" icon="copy" onClick={() => void copyLink(link)}>
                {BOARD_TEXT.copyLink}
              </Button>
              <Button isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
                {BOARD_TEXT.revoke}
              </Button>
            </div>
          </>
        )}
        <ChoiceField
          label={BOARD_TEXT.ends}
          options={ENDINGS}
          value={ending}
          onChange={setEnding}
        />
        {isPublisher && (
          <Checkbox
            label={CREATOR_TEXT.public}
            checked={isPublic}
            onChange={({ target }) => setIsPublic(target.checked)}
          />
        )}
        <Button
          className="start"
          variant={link ? 'secondary' : 'primary'}
          isBusy={share.isPending}
          onClick={() => share.mutate()}
        >
          {link ? BOARD_TEXT.changeShare : BOARD_TEXT.makeLink}
        </Button>
      </div>
    </Dialog>
  )
}
