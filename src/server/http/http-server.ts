import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './request-context.ts'

/** Node discards unread bodies itself; the adapter's clean-up would cut the connection. */
export const createHttpServer = ({ fetch }: Hono<AppEnv>): Server =>
  createAdaptorServer({ fetch, autoCleanupIncoming: false }) as Server
