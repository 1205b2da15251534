import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import {
  changeDraft,
  itemOf,
  lockCatalog,
  publishDraft,
  readDraft,
  startDraft,
  withdrawDraft,
} from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let editor: SignedIn
let other: SignedIn
let dressId = ''

beforeAll(async () => {
  server = await startTestApp()
  await importRows(server.database.maintenance, [catalogRow({ name: 'Velvet Dress' })])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
  editor = await signedIn(server, { role: 'editor', name: 'Ada Editor' })
  other = await signedIn(server, { role: 'editor', name: 'Bo Editor' })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))
afterEach(() => vi.restoreAllMocks())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const schedule = async (by: SignedIn, id: string, at = inHours(2)) => {
  const { version } = await readDraft(by, id)
  return by.api('PUT /api/studio/drafts/:id/schedule', { params: { id }, body: { version, at } })
}
const makeDue = (id: string) =>
  server.pool.query(
    'UPDATE drafts SET publish_at = now() WHERE id = $1 AND publish_at IS NOT NULL',
    [id],
  )
const publishDue = () => server.studio.publishing.publishDue()

describe('a scheduled draft', () => {
  test('is published at its time, not before, as it is then', async () => {
    const id = await startDraft(editor, 'Σοφία Ώρα', dressId)
    const at = inHours(2)
    await schedule(editor, id, at)
    await publishDue()
    expect(await readDraft(editor, id)).toMatchObject({ state: 'draft', publishAt: at })
    await changeDraft(editor, id, { credit: 'Pia Photo' })
    await makeDue(id)
    await Promise.all([publishDue(), publishDue()])
    expect(await readDraft(editor, id)).toMatchObject({
      state: 'published',
      publishAt: null,
      publishProblem: null,
      published: { person: 'Σοφία Ώρα', credit: 'Pia Photo' },
    })
    await publishDue()
  })

  test('is called off when its look is withdrawn, and can be scheduled anew', async () => {
    const id = await startDraft(editor, 'Øre Ångström', dressId)
    await publishDraft(editor, id)
    await changeDraft(editor, id, { credit: 'Pia Photo' })
    await schedule(editor, id)
    await withdrawDraft(editor, id)
    expect(await readDraft(editor, id)).toMatchObject({ state: 'withdrawn', publishAt: null })
    await publishDue()
    expect(await readDraft(editor, id)).toMatchObject({ state: 'withdrawn' })
    await schedule(editor, id)
    await makeDue(id)
    await publishDue()
    expect(await readDraft(editor, id)).toMatchObject({ state: 'published', publishAt: null })
  })

  test('that cannot be published says why, and is not tried again', async () => {
    const id = await startDraft(editor, 'Ada Undecided', dressId)
    await schedule(editor, id)
    await changeDraft(editor, id, { items: [{ ...itemOf(dressId), choice: null }] })
    await makeDue(id)
    await publishDue()
    expect(await readDraft(editor, id)).toMatchObject({
      state: 'draft',
      publishAt: null,
      publishProblem: STUDIO_ERRORS.noItems,
    })
    await changeDraft(editor, id, { items: [itemOf(dressId)] })
    await publishDue()
    expect((await readDraft(editor, id)).state).toBe('draft')
    await publishDraft(editor, id)
    expect((await readDraft(editor, id)).publishProblem).toBeNull()
  })

  test('that fails keeps no other from being published, and its publisher is told in the end', async () => {
    // More than are taken at once, and all of them due before the one of somebody else.
    const broken: string[] = []
    for (let count = 0; count < 21; count += 1)
      broken.push(await startDraft(editor, 'Ada Broken', dressId))
    for (const id of broken) await schedule(editor, id)
    await server.pool.query(
      `UPDATE drafts SET content = content || '{"items": 7}', publish_at = now()
      WHERE id = ANY ($1)`,
      [broken],
    )
    const id = await startDraft(other, 'Bo Healthy', dressId)
    await schedule(other, id)
    await makeDue(id)
    await publishDue()
    expect((await readDraft(other, id)).state).toBe('published')
    const problemOf = async () => {
      const { rows } = await server.pool.query(
        `SELECT DISTINCT publish_problem, publish_at IS NULL AS is_off FROM drafts WHERE id = ANY ($1)`,
        [broken],
      )
      return rows
    }
    expect(await problemOf()).toEqual([{ publish_problem: null, is_off: false }])
    for (let count = 0; count < 4; count += 1) {
      await publishDue()
      await server.pool.query(
        `UPDATE drafts SET publish_retry_at = now()
        WHERE publish_retry_at > now() + $1 * interval '1 minute' - interval '10 seconds'`,
        [4 ** count],
      )
      await publishDue()
    }
    expect(await problemOf()).toEqual([
      { publish_problem: STUDIO_ERRORS.notPublishedYet, is_off: true },
    ])
    // Lists cannot read them, and other tests list the drafts of this editor.
    await server.pool.query('DELETE FROM drafts WHERE id = ANY ($1)', [broken])
  })

  test('takes turns with those of others', async () => {
    const mine = [
      await startDraft(editor, 'Ada Turns', dressId),
      await startDraft(editor, 'Ada Turns', dressId),
      await startDraft(editor, 'Ada Turns', dressId),
    ]
    const theirs = await startDraft(other, 'Bo Turns', dressId)
    for (const id of mine) await schedule(editor, id)
    await schedule(other, theirs)
    for (const id of [...mine, theirs]) await makeDue(id)
    await publishDue()
    const { rows } = await server.pool.query<{ id: string }>(
      `SELECT draft.id FROM catalog.looks look JOIN drafts draft ON draft.look_url = look.url
      WHERE draft.id = ANY ($1) ORDER BY look.id`,
      [[...mine, theirs]],
    )
    expect(rows.map(({ id }) => id)).toEqual([mine[0], theirs, mine[1], mine[2]])
  })

  test('waits for a catalogue that is busy as long as it takes', async () => {
    const id = await startDraft(editor, 'Ada Waiting', dressId)
    await schedule(editor, id)
    await makeDue(id)
    const release = await lockCatalog(server)
    await publishDue()
    await release()
    const { rows } = await server.pool.query(
      'UPDATE drafts SET publish_retry_at = now() WHERE id = $1 RETURNING publish_tries',
      [id],
    )
    expect(rows).toEqual([{ publish_tries: 0 }])
    await publishDue()
    expect((await readDraft(editor, id)).state).toBe('published')
  })

  test('is not published for somebody who may not publish any more', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Cleo Former' })
    await creator.api('GET /api/studio')
    const id = await startDraft(creator, '', dressId)
    await schedule(creator, id)
    await server.pool.query('UPDATE users SET publisher_role = NULL WHERE id = $1', [creator.uid])
    await makeDue(id)
    await publishDue()
    const { rows } = await server.pool.query(
      'SELECT look_url, publish_problem FROM drafts WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ look_url: null, publish_problem: STUDIO_ERRORS.schedulerGone }])
  })

  test('is refused if it is incomplete, stale or outside of a year; and can be called off', async () => {
    const id = await startDraft(editor, 'Ada Ahead', dressId)
    for (const at of [inHours(-1), new Date(Date.now() + 400 * DAY_MS).toISOString()])
      await expect(schedule(editor, id, at)).rejects.toMatchObject({
        message: STUDIO_ERRORS.badSchedule,
      })
    const { version } = await readDraft(editor, id)
    await changeDraft(editor, id, { credit: 'Somebody else' })
    await expect(
      editor.api('PUT /api/studio/drafts/:id/schedule', {
        params: { id },
        body: { version, at: inHours(1) },
      }),
    ).rejects.toMatchObject({ code: 'draft-changed' })
    const incomplete = await startDraft(editor, '', dressId)
    await expect(schedule(editor, incomplete)).rejects.toMatchObject({
      message: STUDIO_ERRORS.noPerson,
    })
    await schedule(editor, id)
    await expect(
      other.api('DELETE /api/studio/drafts/:id/schedule', { params: { id } }),
    ).rejects.toMatchObject({ status: 404 })
    await editor.api('DELETE /api/studio/drafts/:id/schedule', { params: { id } })
    expect((await readDraft(editor, id)).publishAt).toBeNull()
  })
})

describe('a scheduled draft that somebody else changes', () => {
  let creator: SignedIn
  let id = ''

  /** The look of a creator, with changes that an editor has scheduled. */
  const scheduleLookOf = async (name: string) => {
    creator = await signedIn(server, { role: 'creator', name })
    await creator.api('GET /api/studio')
    id = await startDraft(creator, name, dressId)
    await publishDraft(creator, id)
    await changeDraft(editor, id, { credit: 'Pia Photo' })
    await schedule(editor, id)
  }
  const namesOf = async () =>
    (await server.pool.query('SELECT name FROM catalog.people ORDER BY name')).rows
  const asBrand = () => {
    const item = itemOf(dressId)
    return item.choice?.kind === 'product'
      ? [{ ...item, choice: { ...item.choice, claimedBy: 'brand' as const } }]
      : []
  }
  const isCalledOff = {
    publishAt: null,
    publishProblem: STUDIO_ERRORS.changedByOther,
  }

  test.each(['Żaneta Łódź', 'ŻANETA łódź !!!'])(
    'is not published with an editor’s rights, as %s',
    async (person) => {
      await publishDraft(editor, await startDraft(editor, 'Żaneta Łódź', dressId))
      const name = `Cleo ${person.length}`
      await scheduleLookOf(name)
      const names = await namesOf()
      await changeDraft(creator, id, { person, items: asBrand() })
      expect(await readDraft(creator, id)).toMatchObject(isCalledOff)
      await makeDue(id)
      await publishDue()
      expect((await readDraft(creator, id)).published).toMatchObject({
        person: name,
        items: [itemOf(dressId)],
      })
      expect(await namesOf()).toEqual(names)
      // Saving once more does not take the reason away, a new time does.
      await changeDraft(editor, id, { person: name })
      expect(await readDraft(editor, id)).toMatchObject(isCalledOff)
      await schedule(editor, id)
      expect((await readDraft(editor, id)).publishProblem).toBeNull()
    },
  )

  test('is called off by a choice for a garment in all drafts', async () => {
    await scheduleLookOf('Cleo Garments')
    const items = [itemOf(dressId), { ...itemOf(dressId), id: 'second', choice: null }]
    await changeDraft(editor, id, { items })
    const garment = randomUUID()
    await server.pool.query(
      `INSERT INTO draft_objects (draft_id, item_id, garment, embedding) VALUES ($1, 'second', $2, 'x')`,
      [id, garment],
    )
    expect((await readDraft(editor, id)).publishAt).not.toBeNull()
    const [item] = asBrand()
    const { data } = await creator.api('POST /api/studio/garments/:garment', {
      params: { garment },
      body: { choice: item?.choice ?? { kind: 'unknown' } },
    })
    expect(data.drafts).toBe(1)
    expect(await readDraft(creator, id)).toMatchObject(isCalledOff)
  })

  test('waits for its new time if it is scheduled anew while others are published', async () => {
    await scheduleLookOf('Cleo Anew')
    const first = await startDraft(editor, 'Ada First', dressId)
    await schedule(editor, first)
    await makeDue(first)
    await makeDue(id)
    const release = await lockCatalog(server)
    const isPublished = publishDue()
    await vi.waitFor(async () => {
      const { rows } = await server.pool.query('SELECT publish_tries FROM drafts WHERE id = $1', [
        id,
      ])
      expect(rows).toEqual([{ publish_tries: 1 }])
    })
    await changeDraft(creator, id, { person: 'Żaneta Łódź', items: asBrand() })
    await schedule(creator, id)
    await release()
    await isPublished
    expect((await readDraft(editor, first)).state).toBe('published')
    expect(await readDraft(creator, id)).toMatchObject({
      publishAt: expect.any(String),
      published: { person: 'Cleo Anew' },
    })
  })
})

describe('a draft that is handed over', () => {
  const handOver = async (by: SignedIn, id: string, to: string) => {
    const { version } = await readDraft(by, id)
    const body = { version, editor: to }
    return by.api('POST /api/studio/drafts/:id/hand-over', { params: { id }, body })
  }

  test('is the other editor’s, with its photo and decisions, and can be published', async () => {
    const id = await startDraft(editor, '하나 김', dressId)
    await schedule(editor, id)
    const { editors } = (await editor.api('GET /api/studio/editors')).data
    expect(editors).toEqual([{ id: other.uid, name: 'Bo Editor' }])
    const before = await readDraft(editor, id)
    await handOver(editor, id, other.uid)
    await expect(readDraft(editor, id)).rejects.toMatchObject({ status: 404 })
    const given = await readDraft(other, id)
    expect(given).toMatchObject({
      handedBy: 'Ada Editor',
      publishAt: null,
      content: before.content,
    })
    expect((await other.send(given.upload ?? '')).status).toBe(200)
    const { rows: names } = await server.pool.query(
      `SELECT FROM drafts draft WHERE strpos(draft::text, 'Ada Editor') > 0`,
    )
    expect(names).toEqual([])
    expect((await editor.send(before.upload ?? '')).status).toBe(404)
    await publishDraft(other, id)
  })

  test('waits in the other editor’s queue, before what waits for a shorter time', async () => {
    const queueOf = async (by: SignedIn) => {
      const { drafts, next } = (await by.api('GET /api/studio/drafts', { query: { waiting: '1' } }))
        .data
      expect(next).toBeNull()
      return drafts.map(({ person }) => person)
    }
    const receiver = await signedIn(server, { role: 'editor', name: 'Квета Editor' })
    for (const person of ['Første Øre', '第二 人']) {
      const id = await startDraft(editor, person, dressId)
      await handOver(editor, id, receiver.uid)
    }
    const own = await startDraft(receiver, 'Own Draft', dressId)
    expect(await queueOf(receiver)).toEqual(['Første Øre', '第二 人'])
    await server.pool.query(
      `UPDATE drafts SET publish_problem = 'Busy', updated_at = now() - interval '1 day' WHERE id = $1`,
      [own],
    )
    expect(await queueOf(receiver)).toEqual(['Own Draft', 'Første Øre', '第二 人'])
    await publishDraft(receiver, own)
    expect(await queueOf(receiver)).toEqual(['Første Øre', '第二 人'])
    expect(await queueOf(editor)).toEqual([])
    await server.pool.query('DELETE FROM users WHERE id = $1', [receiver.uid])
  })

  test('goes to editors alone, once, and only from its publisher', async () => {
    const id = await startDraft(editor, 'Ada Alone', dressId)
    const creator = await signedIn(server, { role: 'creator', name: 'Cleo Creator' })
    for (const to of [creator.uid, editor.uid, 'nobody'])
      await expect(handOver(editor, id, to)).rejects.toMatchObject({
        message: STUDIO_ERRORS.noSuchEditor,
      })
    await expect(creator.api('GET /api/studio/editors')).rejects.toMatchObject({ status: 403 })
    const attempts = await Promise.allSettled([
      handOver(editor, id, other.uid),
      handOver(editor, id, other.uid),
    ])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await other.send((await readDraft(other, id)).upload ?? '')).status).toBe(200)
    const published = await startDraft(other, 'Bo Public', dressId)
    await publishDraft(other, published)
    await expect(handOver(editor, published, other.uid)).rejects.toMatchObject({ status: 403 })
  })

  describe('with one picture for many objects', () => {
    let receiver: SignedIn
    let id = ''

    beforeEach(async () => {
      receiver = await signedIn(server, { role: 'editor', name: `Dora ${randomUUID()}` })
      id = await startDraft(editor, 'Many Objects', dressId)
      const { upload: picture } = await readDraft(editor, id)
      const items = ['a', 'b', 'c'].map((name) => {
        const item = itemOf(dressId)
        item.id = name
        if (item.choice?.kind === 'product') item.choice.product.picture = picture
        return item
      })
      await changeDraft(editor, id, { items })
    })
    afterEach(() => server.pool.query('DELETE FROM users WHERE id = $1', [receiver.uid]))

    const uploadsOf = async (by: SignedIn) =>
      (await server.pool.query('SELECT key FROM uploads WHERE user_id = $1', [by.uid])).rowCount

    test('takes one copy of it', async () => {
      await handOver(editor, id, receiver.uid)
      expect(await uploadsOf(receiver)).toBe(1)
      const { upload, content } = await readDraft(receiver, id)
      const pictures = content.items.map(({ choice }) =>
        choice?.kind === 'product' ? choice.product.picture : null,
      )
      expect(pictures).toEqual([upload, upload, upload])
    })

    test('leaves no copy behind if it fails', async () => {
      const { uploads } = server.images
      const { keep } = uploads
      vi.spyOn(uploads, 'keep').mockImplementationOnce(async (...photo) => {
        await changeDraft(editor, id, { credit: 'Pia Photo' })
        return keep(...photo)
      })
      await expect(handOver(editor, id, receiver.uid)).rejects.toMatchObject({
        message: STUDIO_ERRORS.notHandedOver,
      })
      expect(await uploadsOf(receiver)).toBe(0)
    })

    test('is copied only for somebody who can have it', async () => {
      const keep = vi.spyOn(server.images.uploads, 'keep')
      const same = await startDraft(receiver, 'Same Photo', dressId)
      keep.mockClear()
      await server.pool.query(
        `UPDATE drafts SET photo_sha256 = (SELECT photo_sha256 FROM drafts WHERE id = $1)
        WHERE id = $2`,
        [id, same],
      )
      await expect(handOver(editor, id, receiver.uid)).rejects.toMatchObject({
        message: STUDIO_ERRORS.notHandedOver,
      })
      expect(keep).not.toHaveBeenCalled()
      await server.pool.query(
        `INSERT INTO drafts (user_id, photo, photo_sha256, width, height, color, content)
        SELECT user_id, photo, sha256(number::text::bytea), width, height, color, content
        FROM drafts, generate_series(1, $2) AS number WHERE id = $1`,
        [same, DRAFT.maxPerUser - 1],
      )
      await server.pool.query('DELETE FROM drafts WHERE id = $1', [same])
      await server.pool.query(`UPDATE drafts SET photo_sha256 = sha256('other') WHERE id = $1`, [
        id,
      ])
      const added = await startDraft(receiver, 'The Last', dressId)
      keep.mockClear()
      await expect(handOver(editor, id, receiver.uid)).rejects.toMatchObject({
        message: STUDIO_ERRORS.receiverIsFull,
      })
      expect(keep).not.toHaveBeenCalled()
      await server.pool.query('DELETE FROM drafts WHERE id = $1', [added])
      await handOver(editor, id, receiver.uid)
      expect((await readDraft(receiver, id)).handedBy).toBe('Ada Editor')
    })
  })
})
